import { redirect } from 'react-router'
import { matchLanguage } from '#domain/language.ts'
import { pathInLanguage } from '#contract/link-path.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { landingLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { readForm } from '#web/request/guard.ts'
import type { Route } from './+types/language'

const YEAR_SECONDS = 31_536_000

/** Stores the chosen language in a cookie and redirects back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const wanted = matchLanguage(readFormText(form, 'lang'), ctx.locales)
  if (wanted) ctx.setLanguageCookie(wanted, YEAR_SECONDS)
  const back = new URL(safeReturnPath(readFormText(form, 'to'), landingLink()), 'http://here')
  back.searchParams.delete('lang')
  return redirect((wanted ? pathInLanguage(back.pathname, wanted) : back.pathname) + back.search)
}

export const loader = () => redirect(landingLink())
