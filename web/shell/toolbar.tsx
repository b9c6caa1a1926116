import { CircleQuestionMark, Languages, Mail, Menu, Phone, UserRound } from 'lucide'
import { useEffect, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import {
  appointmentsLink,
  landingLink,
  languageLink,
  notificationSettingsLink,
  profileLink,
  signOutLink,
} from '#contract/links.ts'
import type { RootData } from '../site/root-data.ts'
import { useText } from '../ui/text.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { BookLink } from './book-button.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { CartButton } from './cart-button.tsx'
import { closePanels, Drawer } from './drawer.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Form, FormKey } from '../ui/form/form.tsx'
import { TenantText } from '../ui/tenant-text.tsx'

const iconButton =
  'grid size-11 shrink-0 place-items-center rounded border-0 bg-transparent text-text hover:bg-brand-soft'
// Native popovers: they open, close on Escape and outside clicks, and need no script.
const panel =
  'fixed inset-auto right-3 top-16 m-0 min-w-56 max-w-[calc(100vw-1.5rem)] rounded-xl border ' +
  'border-line bg-surface p-2 text-text shadow-lg'
const row =
  'flex min-h-11 w-full items-center rounded px-3 text-left no-underline hover:bg-brand-soft ' +
  'aria-[current=page]:font-semibold'

/** By breakpoint: from that width the menu is a row in the toolbar, below it a drawer. */
const menuClasses = {
  768: { nav: 'hidden md:block', button: 'md:hidden' },
  1024: { nav: 'hidden lg:block', button: 'lg:hidden' },
  1152: { nav: 'hidden min-[72rem]:block', button: 'min-[72rem]:hidden' },
  1280: { nav: 'hidden min-[80rem]:block', button: 'min-[80rem]:hidden' },
  never: { nav: 'hidden', button: '' },
}

/**
 * Loads the auto-hide script on the first scroll.
 * @returns a function that removes it.
 */
function hideWhileScrolling(): () => void {
  const end = new AbortController()
  addEventListener(
    'scroll',
    () =>
      void import('./auto-hide-toolbar.ts').then(
        ({ autoHideToolbar }) => autoHideToolbar(end.signal),
        () => {},
      ),
    { once: true, passive: true, signal: end.signal },
  )
  return () => end.abort()
}

const CHECKOUT = /^\/checkout\/?$/i

/**
 * The toolbar of every page with its menus. It hides while the guest scrolls down. In the checkout it has no
 * way to elsewhere but the logo, and scrolls with the page, whose total stays in view.
 */
export function Toolbar({ data }: { data: RootData }) {
  const t = useText()
  const { pathname } = useLocation()
  useEffect(hideWhileScrolling, [])
  const {
    brand,
    guest,
    menu: { entries, rowFrom },
  } = data
  const bare = CHECKOUT.test(pathname)
  const classes = menuClasses[rowFrom ?? 'never']
  const width = rowFrom === 1280 ? 'max-w-[80rem]' : 'max-w-[72rem]'
  const links = (className: string): ReactNode =>
    entries.map(({ to, label, own }) => (
      <li key={to} className={to === appointmentsLink() ? 'booking-entry' : undefined}>
        <Link
          to={to}
          aria-current={isAt(pathname, to) ? 'page' : undefined}
          className={className}
          onClick={closePanels}
        >
          {own ? <TenantText>{label}</TenantText> : label}
        </Link>
      </li>
    ))
  return (
    <>
      <header
        data-bare={bare || undefined}
        className={`toolbar no-print inset-x-0 top-0 z-30 border-b border-line bg-surface ${bare ? 'absolute' : 'fixed'}`}
      >
        <div className={`toolbar-row mx-auto flex h-16 w-full items-center gap-1 px-2 sm:px-6 ${width}`}>
          {!bare && (
            <button
              type="button"
              popoverTarget="menu"
              aria-label={t('shell.menu')}
              className={`${iconButton} ${classes.button}`}
            >
              <Icon of={Menu} size={24} />
            </button>
          )}
          <Link
            to={landingLink()}
            className="toolbar-name mr-auto flex min-h-11 min-w-0 items-center gap-2.5 rounded px-1 font-display text-lg font-semibold no-underline"
          >
            <BrandMark brand={brand} />
          </Link>
          {!bare && (
            <nav aria-label={t('shell.menu')} className={`toolbar-menu ${classes.nav}`}>
              <ul className="flex gap-1">
                {links(
                  'flex min-h-11 items-center rounded px-3 whitespace-nowrap no-underline ' +
                    'hover:bg-brand-soft aria-[current=page]:text-brand-text aria-[current=page]:underline ' +
                    'aria-[current=page]:underline-offset-8',
                )}
              </ul>
            </nav>
          )}
          <div className="toolbar-buttons flex gap-1">
            <BookLink data={data} />
            {bare && <HelpButton brand={brand} />}
            {brand.shop && !bare && <CartButton button={iconButton} panel={panel} />}
            <button
              type="button"
              popoverTarget="languages"
              aria-label={t('shell.language')}
              className={iconButton}
            >
              <Icon of={Languages} size={22} />
            </button>
            {guest && (
              // In the checkout hidden and not absent: the count of notifications is in it.
              <span className={bare ? 'hidden' : 'relative'}>
                <button
                  type="button"
                  popoverTarget="user"
                  aria-label={t('shell.userMenu')}
                  aria-describedby="unread"
                  className={iconButton}
                >
                  {guest.avatar ? (
                    <Avatar src={guest.avatar} name={guest.firstname} size={32} />
                  ) : (
                    <Icon of={UserRound} size={22} />
                  )}
                </button>
                <span id="unread" className="pointer-events-none absolute right-0 top-0" />
              </span>
            )}
          </div>
        </div>
        <LanguageMenu language={data.language} languages={data.languages} />
        {guest && <UserMenu />}
      </header>
      {!bare && (
        <Drawer id="menu" label={t('shell.menu')} title={brand.companyname}>
          <nav aria-label={t('shell.menu')}>
            <ul className="mt-2 grid gap-1 border-t border-line pt-2 text-lg">
              {links(`${row} aria-[current=page]:bg-brand-soft aria-[current=page]:text-on-brand-soft`)}
            </ul>
          </nav>
        </Drawer>
      )}
    </>
  )
}

/** How to reach the tenant, for a guest who is stuck. */
function HelpButton({ brand: { phone, tel, email } }: Pick<RootData, 'brand'>) {
  const t = useText()
  return (
    <>
      <button
        type="button"
        popoverTarget="help"
        className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded border-0 bg-transparent text-text hover:bg-brand-soft sm:px-3"
      >
        <Icon of={CircleQuestionMark} size={22} />
        <span className="max-sm:sr-only">{t('shell.help')}</span>
      </button>
      <ul id="help" popover="auto" className={panel}>
        {phone && (
          <li>
            <a href={`tel:${tel}`} className={`${row} gap-3`}>
              <Icon of={Phone} size={18} />
              <span className="tabular">{phone}</span>
            </a>
          </li>
        )}
        <li>
          <a href={`mailto:${email}`} className={`${row} gap-3`}>
            <Icon of={Mail} size={18} />
            <span className="wrap-anywhere">{email}</span>
          </a>
        </li>
      </ul>
    </>
  )
}

/** Whether the page is the target of a menu entry, or below it. */
const isAt = (pathname: string, to: string) =>
  to === '/' ? pathname === to : `${pathname.toLowerCase()}/`.startsWith(`${to}/`)

function LanguageMenu({ language, languages }: Pick<RootData, 'language' | 'languages'>) {
  const { pathname, search } = useLocation()
  return (
    <div id="languages" popover="auto" className={`${panel} w-96 p-1!`}>
      <form method="post" action={languageLink()}>
        <FormKey />
        <input type="hidden" name="to" value={pathname + search} />
        {/* In columns, so that the page stays visible behind it. */}
        <ul className="grid grid-cols-[repeat(auto-fit,minmax(5.375rem,1fr))] text-sm">
          {languages.map((choice) => (
            <li key={choice.locale}>
              <button
                name="lang"
                value={choice.locale}
                lang={choice.locale}
                aria-current={choice.locale === language ? 'page' : undefined}
                className={`${row} justify-center px-1!`}
              >
                {choice.native}
              </button>
            </li>
          ))}
        </ul>
      </form>
    </div>
  )
}

function UserMenu() {
  const t = useText()
  return (
    <div id="user" popover="auto" className={panel}>
      <Link to={profileLink()} className={row} onClick={closePanels}>
        {t('shell.profile')}
      </Link>
      <Link to={notificationSettingsLink({ part: 'notifications' })} className={row} onClick={closePanels}>
        {t('shell.notifications')}
      </Link>
      <Form method="post" action={signOutLink()} onSubmit={closePanels}>
        <button className={row}>{t('shell.signOut')}</button>
      </Form>
    </div>
  )
}
