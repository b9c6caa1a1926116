import { redirect } from 'react-router'
import { matchLanguage } from '#domain/language.ts'
import { pathInLanguage } from '#domain/link-path.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { textOf } from '#web/form.ts'
import { scopeOf } from '#web/scope.ts'
import { formOf } from '../account/guard.ts'
import type { Route } from './+types/language'

const YEAR = 31_536_000

/** The guest's explicit choice of language: kept in a cookie, then back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const scope = scopeOf(context)
  const form = await formOf(request)
  const wanted = matchLanguage(textOf(form, 'lang'), scope.locales)
  if (wanted) scope.keepLanguage(wanted, YEAR)
  const back = new URL(safeReturnPath(textOf(form, 'to'), '/'), 'http://here')
  back.searchParams.delete('lang')
  return redirect((wanted ? pathInLanguage(back.pathname, wanted) : back.pathname) + back.search)
}

export const loader = () => redirect('/')
