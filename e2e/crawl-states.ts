import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intlLocale, locales, type Locale } from '#domain/language.ts'
import {
  colors,
  desktop,
  everything,
  findViolations,
  injectAxe,
  phone,
  type Checks,
} from './axe-violations.ts'
import { exhaustive, isAll } from '#test/tier.ts'
import { MAX_IDLE } from './context-pool.ts'
import { accessErrors } from './crawl-access.ts'
import { crawlErrors } from './crawl-errors.ts'
import { openHarness, ready, type Harness } from './harness.ts'
import { headerErrors, isCacheable, mismatches } from './policy-errors.ts'
import { textIn } from './salon.ts'
import { states } from './states/every-state.ts'
import { makeProps, type Props } from './states/props.ts'
import { titles, type State } from './states/state.ts'

const isBooking = (route: string) =>
  /^(?:$|:|behandlinger|person|book|appointments|(?:extend|unsubscribe)?waitlist|awi|landing|tc|cookies)/i.test(
    route,
  )
/** All pages in two parts, which run beside each other. */
export const [bookingRoutes, accountRoutes] = [true, false].map((part) =>
  Object.keys(states).filter((route) => isBooking(route) === part),
) as [string[], string[]]

type Visit = { route: string; name: string; state: State; language: Locale }

/** The three languages with the longest words. */
const long = ['de', 'pl', 'fr'] as const

/**
 * Every state of these pages once, and each page in at least two languages: one of all, alternately, and one
 * of the three with the longest words.
 */
const sampleOf = (routes: readonly string[]): Visit[] =>
  routes.flatMap((route, index) => {
    const shown = states[route] ?? []
    const turn = locales[index % locales.length] ?? 'en'
    const longest = long[index % long.length] ?? 'de'
    const second = turn === longest ? 'pt' : longest
    const languageOf = (at: number) => (at === 1 ? second : (locales[(index + at) % locales.length] ?? 'en'))
    const [only, ...more] = shown
    const visited = only && more.length === 0 ? [only, only] : shown
    return visited.map((state, at) => ({
      route: `/${route}`,
      name: state.name,
      state,
      language: languageOf(at),
    }))
  })

const everyState = (routes: readonly string[], language: Locale): Visit[] =>
  routes.flatMap((route) =>
    (states[route] ?? []).map((state) => ({ route: `/${route}`, name: state.name, state, language })),
  )

const firstStates = (routes: readonly string[]): Visit[] =>
  routes.flatMap((route) => {
    const [state] = states[route] ?? []
    return state ? [{ route: `/${route}`, name: state.name, state, language: 'en' }] : []
  })

type Viewport = typeof phone | typeof desktop
/** What is judged of each visit, beside the layout and texts, the policy and the headers of the response. */
type Scope = { viewports: Viewport[]; axe: Checks | null; narrow?: boolean; access?: boolean }

/**
 * Opens the first state of each of these pages, on a phone in light mode. `bin/test --all` opens every state:
 * once with all checks, and in each language on phone and desktop without axe.
 */
export function crawlStates(routes: readonly string[]): void {
  crawl('each page once', firstStates(routes), { viewports: [phone], axe: { light: everything } })
  describe('every state', exhaustive, () => {
    test('the sample shows every state of these pages, and every language', () => {
      const sample = sampleOf(routes)
      expect(new Set(sample.map(({ state }) => state)).size).toBe(
        routes.flatMap((one) => states[one] ?? []).length,
      )
      expect(new Set(sample.map(({ language }) => language)).size).toBe(locales.length)
      for (const route of routes)
        expect(
          new Set(sample.flatMap((one) => (one.route === `/${route}` ? [one.language] : []))).size,
          route,
        ).toBeGreaterThan(1)
    })
    const whole = { viewports: [phone, desktop], axe: { light: everything, dark: colors }, narrow: true }
    crawl('with axe, in alternating languages', sampleOf(routes), whole)
    const access = { viewports: [], axe: null, access: true }
    crawl('with large letters, in forced colours and zoomed in', sampleOf(routes), access)
    for (const language of isAll ? locales : [])
      crawl(`in ${language}`, everyState(routes, language), { viewports: [phone, desktop], axe: null })
  })
}

/** One test for each visit: it opens the page and judges it there. */
function crawl(title: string, visits: Visit[], scope: Scope): void {
  describe(title, () => {
    let harness: Harness
    let props: Props
    beforeAll(async () => {
      harness = await openHarness({ TRANSLATION: 'simulator' })
      props = await makeProps(harness.site)
    })
    afterAll(() => harness.close())

    const seen = { cached: 0, personal: 0 }

    // At most as many languages at a time as contexts stay open.
    const groupOf = ({ language }: Visit) => Math.floor(locales.indexOf(language) / MAX_IDLE)
    const grouped = visits.toSorted((a, b) => groupOf(a) - groupOf(b))

    test.each(grouped)('$route ($name) in $language', async ({ state, language }) => {
      const { salon = 'aurora', as, status = 200, path: given, steps } = state
      const path = typeof given === 'function' ? given(props, language) : given
      const url = props[salon].url(path)
      await harness.visit(
        {
          viewport: phone,
          locale: intlLocale(language),
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
          before: async (context) => {
            if (!as) return
            await props[as].copyCookies(context)
            await context.addCookies([{ name: 'lang', value: language, url: new URL(url).origin }])
          },
        },
        async (page) => {
          const answer = await page.goto(url)
          expect(answer?.status()).toBe(status)
          const errors = answer ? await policyErrors(answer, path, state) : []
          await ready(page)
          await steps?.(page, textIn(language), props)
          if (scope.axe) await injectAxe(page)
          for (const viewport of scope.viewports) {
            const inspect = () =>
              crawlErrors(page, { language, salon: props[salon], title: titles[salon] }, viewport.width)
            let found = await inspect()
            // Translations of the salon's words may arrive while the page is judged.
            for (let count = 0; found.length && count < 8; count += 1) {
              await page.waitForTimeout(1_500)
              found = await inspect()
            }
            errors.push(...found.map((error) => `${viewport.width} px: ${error}`))
            if (scope.axe) errors.push(...(await axeErrors(page, viewport, scope.axe)))
          }
          if (scope.narrow) errors.push(...(await smallPhoneErrors(page)))
          if (scope.access) errors.push(...(await accessErrors(page)))
          expect(errors).toEqual([])
        },
      )
    })

    /** Errors of a response's policy and headers. */
    async function policyErrors(answer: Response, path: string, state: State): Promise<string[]> {
      const headers = await answer.allHeaders()
      if (!headers['content-type']?.startsWith('text/html')) return []
      const policy = headers['content-security-policy'] ?? ''
      seen[isCacheable(policy) ? 'cached' : 'personal'] += 1
      return [...headerErrors(path, state, headers), ...mismatches(await answer.text(), policy)]
    }

    test('some of these pages were cached, and others personal', () => {
      console.log('pages by their policy:', JSON.stringify(seen))
      // A page is personal until its translations are there, which takes longer on a slow machine.
      expect(seen.cached).toBeGreaterThan(0)
      expect(seen.personal).toBeGreaterThan(0)
    })
  })
}

/** Violations of axe at this size, with the page's animations. */
async function axeErrors(page: Page, viewport: Viewport, checks: Checks): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const errors = await findViolations(page, viewport, checks)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  return errors
}

/** The error of a page that is too wide for a small phone. */
async function smallPhoneErrors(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 320, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  return wide > 320 ? [`${wide} px wide at 320 px`] : []
}
