import qrCode from 'qrcode-generator'
import { escapeHtml } from '#domain/escape-html.ts'

/** Light modules on each side, as ISO/IEC 18004 requires. */
const MARGIN = 4

type Code = { size: number; isDark: (row: number, column: number) => boolean }

/** The code of a text in ASCII, with its margin; readable with 15 % of it damaged. */
function buildCode(text: string): Code {
  const code = qrCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const within = (at: number) => at >= 0 && at < count
  return {
    size: count + 2 * MARGIN,
    isDark: (row, column) => {
      const [y, x] = [row - MARGIN, column - MARGIN]
      return within(y) && within(x) && code.isDark(y, x)
    },
  }
}

const indices = (count: number) => Array.from({ length: count }, (_, index) => index)

/** The code as a picture that scales without loss, black on white. `width`: its size in pixels. */
export function qrSvg(text: string, width: number): string {
  const { size, isDark } = buildCode(text)
  const path = indices(size)
    .flatMap((row) =>
      indices(size).flatMap((column) => (isDark(row, column) ? `M${column} ${row}h1v1h-1z` : [])),
    )
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${width}" height="${width}" ` +
    `shape-rendering="crispEdges"><title>${escapeHtml(text)}</title>` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>\n`
  )
}

/** The code for a terminal, two modules in each character, black on white with any of its colours. */
export function qrText(text: string): string[] {
  const { size, isDark } = buildCode(text)
  return indices(Math.ceil(size / 2)).map((line) => {
    const row = indices(size).map((column) => {
      const [upper, lower] = [isDark(2 * line, column), isDark(2 * line + 1, column)]
      return upper ? (lower ? '█' : '▀') : lower ? '▄' : ' '
    })
    return `\u001B[30;107m${row.join('')}\u001B[0m`
  })
}
