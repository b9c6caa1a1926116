import { intlLocale } from '#domain/language.ts'
import { momentText, type MomentContext } from '#web/ui/time/moment.ts'

/** When a visit begins, as a heading: `Tomorrow at 13:30`. */
export function visitHeadline(ctx: MomentContext, start: number): string {
  const text = momentText(ctx, start)
  return text.charAt(0).toLocaleUpperCase(intlLocale(ctx.dateLanguage)) + text.slice(1)
}
