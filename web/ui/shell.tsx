import { Languages, Menu, UserRound, X } from 'lucide-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { Form, Link, NavLink, useLocation } from 'react-router'
import { languages } from '#contract/languages.ts'
import type { RootData } from '../root-data.ts'
import { useText } from '../text.tsx'
import { Avatar } from './avatar.tsx'
import { Footer } from './footer.tsx'
import { menuEntries } from './menu.ts'
import { Messages } from './messages.tsx'
import { useReady } from './ready.ts'
import { ToastProvider } from './toast.tsx'
import { Wait } from './wait.tsx'

const PasskeyOffer = lazy(() => import('../routes/sign-in/passkey-offer.tsx'))

const iconButton = 'grid size-11 shrink-0 place-items-center rounded border-0 bg-transparent text-text hover:bg-brand-soft'
// The browser's own popovers: they open, close on Escape and outside clicks, and need no script.
const panel = 'fixed inset-auto right-3 top-16 m-0 min-w-56 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line bg-surface p-2 text-text shadow-lg'
const row = 'flex min-h-11 w-full items-center rounded px-3 text-left no-underline hover:bg-brand-soft aria-[current=page]:font-semibold'

/** What stands around every page: toolbar, menus, messages, footer. */
export function Shell({ data, children }: { data: RootData; children: ReactNode }) {
  const t = useText()
  return (
    <ToastProvider>
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:left-3 focus:top-3 focus:z-50 focus:rounded focus:bg-surface focus:px-4 focus:py-3">{t('shell.skip')}</a>
      <Toolbar data={data} />
      <main id="main" tabIndex={-1} className="min-h-[70vh] outline-none"><Messages />{children}</main>
      <Footer data={data} />
      {data.guest && <LateOffer />}
      <Wait />
    </ToastProvider>
  )
}

/** Comes with a script of its own, after the page. */
const LateOffer = () => useReady() && <Suspense><PasskeyOffer /></Suspense>

function Toolbar({ data }: { data: RootData }) {
  const t = useText()
  const { brand, guest } = data
  const entries = menuEntries({ signedIn: guest !== null, signIn: brand.signIn, bookable: brand.signIn })
  return (
    <header className="no-print sticky top-0 z-30 border-b border-line bg-surface">
      <div className="mx-auto flex h-16 w-full max-w-[72rem] items-center gap-1 px-2 sm:px-6">
        <button type="button" popoverTarget="menu" aria-label={t('shell.menu')} className={`${iconButton} md:hidden`}><Menu aria-hidden="true" size={24} /></button>
        <Link to="/" className="mr-auto flex min-h-11 items-center gap-2.5 truncate rounded px-1 font-display text-lg font-semibold no-underline">
          <img src={brand.icon} alt="" width="32" height="32" className="rounded-sm" />
          <span className="truncate">{brand.companyname}</span>
        </Link>
        <nav aria-label={t('shell.menu')} className="hidden md:block">
          <ul className="flex gap-1">
            {entries.map(({ to, key }) => (
              <li key={to}><NavLink to={to} end={to === '/'} className="flex min-h-11 items-center rounded px-3 no-underline hover:bg-brand-soft aria-[current=page]:text-brand-text aria-[current=page]:underline aria-[current=page]:underline-offset-8">{t(key)}</NavLink></li>
            ))}
          </ul>
        </nav>
        <button type="button" popoverTarget="languages" aria-label={t('shell.language')} className={iconButton}><Languages aria-hidden="true" size={22} /></button>
        {guest && <button type="button" popoverTarget="user" aria-label={t('shell.userMenu')} className={iconButton}>{guest.avatar ? <Avatar src={guest.avatar} name={guest.firstname} size={32} /> : <UserRound aria-hidden="true" size={22} />}</button>}
      </div>
      <nav id="menu" popover="auto" aria-label={t('shell.menu')} className="fixed inset-y-0 left-0 right-auto m-0 h-dvh w-[min(20rem,85vw)] border-r border-line bg-surface p-3 text-text">
        <button type="button" popoverTarget="menu" popoverTargetAction="hide" aria-label={t('shell.closeMenu')} className={iconButton}><X aria-hidden="true" size={24} /></button>
        <ul className="mt-2 grid gap-1 text-lg">
          {entries.map(({ to, key }) => <li key={to}><NavLink to={to} end={to === '/'} className={row} onClick={closePanels}>{t(key)}</NavLink></li>)}
        </ul>
      </nav>
      <LanguageMenu language={data.language} locales={data.locales} />
      {guest && <UserMenu />}
    </header>
  )
}

const closePanels = () => { for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover() }

function LanguageMenu({ language, locales }: { language: string; locales: readonly string[] }) {
  const { pathname, search } = useLocation()
  return (
    <div id="languages" popover="auto" className={panel}>
      <form method="post" action="/language">
        <input type="hidden" name="to" value={pathname + search} />
        <ul>
          {languages.filter((one) => locales.includes(one.locale)).map((one) => (
            <li key={one.locale}><button name="lang" value={one.locale} lang={one.locale} aria-current={one.locale === language ? 'page' : undefined} className={row}>{one.native}</button></li>
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
      <Link to="/profile" className={row} onClick={closePanels}>{t('shell.profile')}</Link>
      <Form method="post" action="/sign-out" onSubmit={closePanels}><button className={row}>{t('shell.signOut')}</button></Form>
    </div>
  )
}
