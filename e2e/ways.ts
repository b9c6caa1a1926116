import { isAll } from '#test/tier.ts'
import { desktop, phone } from './axe-violations.ts'

/** A language, a title, whether scripts run, and the size of the window. */
type Way = [
  language: 'da' | 'de',
  title: string,
  javaScriptEnabled: boolean,
  viewport: { width: number; height: number },
]

const [first, second, ...rest]: Way[] = [
  ['da', 'with scripts', true, phone],
  ['de', 'without scripts', false, desktop],
  ['de', 'with scripts', true, desktop],
  ['da', 'without scripts', false, phone],
]

/** The ways in which guests use a page: two that differ in all, in `bin/test --all` the other two as well. */
export const ways: Way[] = [first!, second!, ...(isAll ? rest : [])]

/** The languages in which a page is used by keyboard alone. */
export const byKeyboard: Way[0][] = isAll ? ['da', 'de'] : ['da']
