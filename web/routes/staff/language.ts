import { redirect } from 'react-router'
import { matchLanguage } from '#domain/language.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { startLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import type { Route } from './+types/language'

const YEAR_SECONDS = 31_536_000

/** Stores the chosen language, for this browser and for who is signed in, and leads back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const language = matchLanguage(readFormText(form, 'lang'), ctx.locales)
  if (language) {
    ctx.setLanguageCookie(language, YEAR_SECONDS)
    if (ctx.staff) await ctx.call('setStaffLanguage', { language })
  }
  const back = new URL(safeReturnPath(readFormText(form, 'to'), startLink()), 'http://here')
  back.searchParams.delete('lang')
  return redirect(back.pathname + back.search)
}

export const loader = () => redirect(startLink())
