import { languages } from '#contract/languages.ts'
import { appointmentsLink } from '#contract/links.ts'
import { typedLabel } from '#contract/typed-field.ts'
import type { PageContext, Translations } from '#contract/page.ts'
import type { Output } from '#contract/calls.ts'
import { translateForAttribute } from '../request/translate-for-attribute.server.ts'
import { menuEntries, menuRowWidth } from './menu.ts'
import { todayHours } from './today-hours.ts'

/** The data of every page: the tenant's site, the guest and the language. */
export async function loadRootData(all: PageContext, pathname: string) {
  // The invitation page signs out the current guest: rendering it signed out from the start prevents a layout
  // shift.
  const ctx = /^\/userInvite\//i.test(pathname) ? { ...all, guest: null } : all
  const { brand, desk, drawnFor, formKey, guest, messages, now, site, staff } = ctx
  return {
    site: await siteJson(ctx),
    guest,
    now,
    formKey,
    drawnFor: drawnFor(),
    returned: returnedForm(ctx, pathname),
    // Guests' pages carry nothing of it.
    ...(site === 'staff' && { work: { staff, desk, orders: await sellsGoods(ctx) } }),
    text: messages([
      'shell',
      'error',
      'format',
      ...(site === 'staff' ? ['staffShell'] : []),
      ...(brand.counted ? ['consent'] : []),
      ...(brand.shop ? ['cartButton'] : []),
      ...(guest ? ['notification'] : []),
      ...(guest?.sessionEnds ? ['session'] : []),
    ]),
  }
}

/** Whether the menu of who is signed in has the orders: a shop that is closed may have some left. */
async function sellsGoods({ brand, call, logError, staff }: PageContext): Promise<boolean> {
  if (!staff?.rights.orders) return false
  if (brand.shop) return true
  try {
    const { open, documents } = await call('listSalonOrders', {})
    return open.length + documents.length > 0
  } catch (error) {
    logError(error)
    return false
  }
}

/** A form that was drawn for another guest, as it is returned: why, and what was typed into it. */
function returnedForm({ guest, returned, staff, t }: PageContext, path: string) {
  if (!returned) return null
  const ofGuest = guest && ([guest.firstname, guest.lastname].join(' ').trim() || guest.email || guest.mobile)
  const name = staff ? staff.name : ofGuest
  const isSignedIn = guest !== null || staff !== null
  return {
    path,
    title: t(isSignedIn ? 'otherGuest.title' : 'otherGuest.signedOutTitle'),
    reason: isSignedIn ? t('otherGuest.reason', { name: name ?? '' }) : t('otherGuest.signedOut'),
    typedTitle: t('otherGuest.typed'),
    signIn: isSignedIn ? null : t('otherGuest.signIn'),
    typed: Object.entries(returned).map(([field, text]) => {
      const label = typedLabel(field)
      return { name: field, text, label: label && t(label) }
    }),
  }
}

/**
 * A `Site` as JSON: the browser parses one string faster than hundreds of hydration values. If the page list
 * fails, the menu has no tenant pages.
 */
async function siteJson(ctx: PageContext): Promise<string> {
  if (ctx.site === 'staff') return JSON.stringify(await buildSite(ctx, []))
  try {
    const { documents } = await ctx.call('listPages', {})
    return JSON.stringify(await buildSite(ctx, documents))
  } catch (error) {
    ctx.logError(error)
    return JSON.stringify(await buildSite(ctx, []))
  }
}

async function buildSite(
  {
    brand,
    guest,
    language,
    dateLanguage,
    locales,
    now,
    origin,
    platformName,
    site,
    t,
    translation,
    translate,
  }: PageContext,
  pages: readonly MenuPage[],
) {
  const { css: _css, theme: _theme, fonts: _fonts, ...publicBrand } = brand
  const known = await translate(pages.map((one) => one.title))
  return {
    menu: site === 'staff' ? { entries: [], rowFrom: null } : buildMenu({ brand, guest, t, pages, known }),
    footer: {
      hours: todayHours({ t, dateLanguage, now, brand }),
      links: pages.filter((one) => one.footer).map((one) => linkTo(one, known)),
    },
    note: translationNote({ translation, t }),
    words: { ...known, found: {} } satisfies Translations,
    brand: publicBrand,
    language,
    dateLanguage,
    languages: languageOptions(locales),
    origin,
    platformName,
  }
}

type MenuPage = Pick<Output<'listPages'>['documents'][number], 'id' | 'title' | 'order' | 'menu' | 'footer'>

/** `own`: the label is in the tenant's language, not in the page's. */
const linkTo = ({ id, title }: MenuPage, known: Translations) => ({
  to: `/${id}`,
  label: translateForAttribute(known, title),
  own: !Object.hasOwn(known.found, title.trim()),
})

const languageOptions = (locales: PageContext['locales']) =>
  languages.filter((one) => locales.includes(one.locale)).map(({ locale, native }) => ({ locale, native }))

/** The texts of the note about machine translation; null where there is nothing to translate. */
function translationNote({ translation, t }: Pick<PageContext, 'translation' | 't'>) {
  if (!translation) return null
  const { original, simulated } = translation
  const whole = t(
    original ? 'translation.original' : simulated ? 'translation.simulated' : 'translation.automatic',
  )
  return {
    original,
    whole,
    partly: t('translation.partly'),
    mixed: t('translation.mixed'),
    none: t('translation.none'),
    link: t(original ? 'translation.translate' : 'translation.toOriginal'),
  }
}

/** The entries with their labels, and the menu breakpoint, computed here so that the browser need not. */
function buildMenu({
  brand,
  guest,
  t,
  pages,
  known,
}: Pick<PageContext, 'brand' | 'guest' | 't'> & { known: Translations; pages: readonly MenuPage[] }) {
  const entries = menuEntries({
    signedIn: guest !== null,
    signIn: brand.signIn,
    bookable: brand.signIn,
    shop: brand.shop,
    pages,
  }).map(({ to, ...rest }) =>
    'key' in rest
      ? { to, label: t(rest.key), own: false }
      : {
          to,
          label: translateForAttribute(known, rest.title),
          own: !Object.hasOwn(known.found, rest.title.trim()),
        },
  )
  return {
    entries,
    rowFrom: menuRowWidth(
      brand.companyname,
      entries.filter(({ to }) => to !== appointmentsLink()).map(({ label }) => label),
      {
        cart: brand.shop,
        // The row has the one or the other.
        book: brand.signIn ? longest([t('shell.book'), t('shell.booking')]) : null,
        mark: brand.mark,
        layout: brand.layout,
      },
    ),
  }
}

const longest = (texts: readonly string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one))

/** What the root loader returns, before and after parsing. */
export type RootLoaderData = Awaited<ReturnType<typeof loadRootData>>
export type RootData = Omit<RootLoaderData, 'site' | 'text'> & Awaited<ReturnType<typeof buildSite>>
