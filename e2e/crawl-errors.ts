import type { Page } from 'playwright-core'
import { languageTag, type Locale } from '#domain/language.ts'
import { desktop, phone } from './axe-violations.ts'
import { inspectPage, type PageText } from './crawl-layout.ts'
import { known, numberFormatErrors, textErrors, type Known } from './crawl-text.ts'
import type { Salon } from './salon.ts'

type Wanted = { language: Locale; salon: Salon; title: string }

/** Errors in layout and texts of the current page at a width in CSS pixels. */
export async function crawlErrors(
  page: Page,
  { language, salon, title }: Wanted,
  width: number,
): Promise<string[]> {
  await page.setViewportSize(width === phone.width ? phone : desktop)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
  const { errors: layoutErrors, texts, lang, title: given } = await page.evaluate(inspectPage)
  const wanted = languageTag(language)
  return [
    ...(lang === wanted ? [] : [`<html lang> is ${lang}, not ${wanted}`]),
    ...(given.includes(title) ? [] : [`the title "${given}" does not name the salon`]),
    ...layoutErrors,
    ...(await textViolations(texts, language, salon, [...new URL(page.url()).searchParams.values()])),
  ]
}

const read = new Map<string, Known>()
/**
 * Reads a salon's texts again only if a word is unknown: guests and visits are added while the pages are
 * checked.
 */
async function textViolations(
  texts: PageText[],
  language: Locale,
  salon: Salon,
  urlWords: string[],
): Promise<string[]> {
  const key = `${salon.site.port} ${salon.id}`
  const errorsWith = (all: Known) => [
    ...textErrors(texts, language, all, urlWords),
    ...numberFormatErrors(texts, all),
  ]
  const before = read.get(key)
  if (before && errorsWith(before).length === 0) return []
  const now = await known(salon)
  read.set(key, now)
  return errorsWith(now)
}
