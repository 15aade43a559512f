# The look of every figure; 0.75 makes gnuplot's points those of print. wide and high are in millimetres; the paper's text is 156 mm wide.
set terminal pdfcairo size wide/25.4, high/25.4 font 'Latin Modern Roman,8' fontscale 0.75 linewidth 1 rounded
set output out
set border 3 linewidth 0.5 linecolor rgb '#333333'
set tics nomirror out scale 0.5, 0.25 textcolor rgb '#000000'
set grid linewidth 0.4 linecolor rgb '#E4E4E4'
set key off
small = ',7'
# Greek is not in the text font
alpha = '{/LatinModernMath 𝛼}'; omega = '{/LatinModernMath 𝜔}'; rho = '{/LatinModernMath 𝜌}'; infinity = '{/LatinModernMath ∞}'
Phi = '{/LatinModernMath Φ}'
pale = '#D2D2D2'    # everything else, as a guide to the eye
strong = '#333333'  # limits and what is written at them
power = '10^{%T}'   # the format of a logarithmic axis

# numbers of the words of a list that are (or are not) a given word
which(list, w) = sum_which(list, w, 1)
sum_which(list, w, k) = k > words(list) ? '' : (word(list, k) eq w ? ' '.k : '').sum_which(list, w, k + 1)
rest(list, w) = sum_rest(list, w, 1)
sum_rest(list, w, k) = k > words(list) ? '' : (word(list, k) ne w ? ' '.k : '').sum_rest(list, w, k + 1)
# the k-th number of a list; 1 when there is none, since gnuplot looks even where a loop does not go
item(list, k) = k <= words(list) ? int(word(list, k)) : 1
# the different words of a list, in order
distinct(list) = sum_distinct(list, '', 1)
sum_distinct(list, seen, k) = k > words(list) ? seen : \
    sum_distinct(list, strstrt(' '.seen.' ', ' '.word(list, k).' ') ? seen : (seen eq '' ? '' : seen.' ').word(list, k), k + 1)
# the item of `values` that stands where `w` first stands in `list`
look(list, values, w) = word(values, int(word(which(list, w), 1)))

# Panels beside each other: their edges as parts of the figure, from the margins and gaps in millimetres.
width_of(columns, first, gap, last) = (1.0 * wide - first - last - (columns - 1) * gap) / columns
left_of(c, columns, first, gap, last) = (first + (c - 1) * (width_of(columns, first, gap, last) + gap)) / wide
right_of(c, columns, first, gap, last) = left_of(c, columns, first, gap, last) + width_of(columns, first, gap, last) / wide
# Formulations that coincide lie in each other: the size of a mark goes down from name to name of a list.
nested(names, w) = nested_size(int(word(which(names, w), 1)))
nested_size(k) = k < 6 ? 0.98 - 0.13 * k : 0.3
# look of the k-th pair, for `linecolor rgb variable` and `pointtype variable`
colour(k) = int('0x'.substr(word(colours, int(k)), 2, 7))
mark(k) = int(word(marks, int(k)))
