/**
 * `Intl.DateTimeFormat`, which writes the first of a month in French as `1`, where French writes `1er`:
 * 'mardi 1er décembre'. Not in digits (01/12), and not for a day without its month. Self-contained: the
 * offline page contains its source.
 */
export function createDateText(
  tag: string,
  options: Intl.DateTimeFormatOptions,
): (at: number | Date) => string {
  const format = new Intl.DateTimeFormat(tag, options)
  if (!/^fr(-|$)/.test(tag)) return (at) => format.format(at)
  return (at) => {
    const parts = format.formatToParts(at)
    const inWords = parts.some(({ type, value }) => type === 'month' && !/\d/.test(value))
    return parts
      .map(({ type, value }) => (inWords && type === 'day' && value === '1' ? '1er' : value))
      .join('')
  }
}
