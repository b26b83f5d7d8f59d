/** Below this contrast a text is nearly invisible on paper (1 is none, 21 is black on white). */
const LEAST_CONTRAST = 1.6

/**
 * Returns the colour in which a text is printed. Doctors write on dark screens: a colour that is too light
 * for paper becomes black (or white on a dark ground), so that no word of a report is ever invisible.
 */
export function readableColor(color: string, ground = '#ffffff'): string {
  if (contrast(color, ground) >= LEAST_CONTRAST) return color
  return contrast('#000000', ground) >= contrast('#ffffff', ground) ? '#000000' : '#ffffff'
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
  return (high + 0.05) / (low + 0.05)
}

/** Returns the relative luminance of #rrggbb (WCAG 2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
