import { Suspense, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import {
  auditLink,
  dayLink,
  devicesLink,
  lockLink,
  meLink,
  peopleLink,
  salonOrdersLink,
  staffLanguageLink,
  staffSignOutLink,
  startLink,
} from '#contract/links.ts'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import type { TextKey } from '#contract/text.ts'
import type { Right } from '#domain/staff/rights.ts'
import type { RootData } from '../site/root-data.ts'
import { useRootData } from '../site/use-root-data.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { Link } from '../ui/link.tsx'
import { lazyOptional } from '../ui/loading/lazy.tsx'
import { LoadingIndicator } from '../ui/loading/loading-indicator.tsx'
import { Returned } from '../ui/returned.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { useText } from '../ui/text.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { askToLock } from './live.ts'
import { Message } from './message.tsx'

const SessionWatch = lazyOptional(() => import('./session-watch.tsx'))
const KeepDay = lazyOptional(() => import('./keep-day.tsx'))

/** The frame of every page of the salon's own site; its menu has what the person may use. */
export function StaffShell({ children }: { children: ReactNode }) {
  const data = useRootData()
  const hydrated = useHydrated()
  const { pathname } = useLocation()
  const staff = data.work?.staff ?? null
  return (
    <>
      <SkipLink />
      <header className="staff-header no-print border-b border-line bg-surface">
        <div
          className={`mx-auto flex w-full ${pathname === dayLink() ? '' : 'max-w-[72rem]'} flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 sm:px-6`}
        >
          <Link to={startLink()} className="flex min-h-11 items-center gap-3 font-semibold no-underline">
            <BrandMark brand={data.brand} />
          </Link>
          {staff && <Menu staff={staff} orders={data.work?.orders ?? false} />}
          {staff && <Person staff={staff} />}
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-h-[70vh] outline-none">
        <Returned />
        <Message />
        {children}
      </main>
      <Languages data={data} />
      {staff && hydrated && (
        <Suspense>
          <SessionWatch key={staff.device?.id ?? staff.id} device={staff.device} />
        </Suspense>
      )}
      {hydrated && (
        <Suspense>
          <KeepDay staff={staff} locked={data.work?.desk != null} />
        </Suspense>
      )}
      <LoadingIndicator />
    </>
  )
}

/** `right`: what a person must have to see the page; it may be shut in this session. */
const entries: { to: string; text: TextKey; right: Right | null }[] = [
  { to: dayLink(), text: 'staffShell.day', right: 'day' },
  { to: salonOrdersLink(), text: 'staffShell.orders', right: 'orders' },
  { to: meLink(), text: 'staffShell.me', right: null },
  { to: peopleLink(), text: 'staffShell.people', right: 'people' },
  { to: devicesLink(), text: 'staffShell.devices', right: 'people' },
  { to: auditLink(), text: 'staffShell.audit', right: 'audit' },
]

function Menu({ staff: { rights, shut }, orders }: { staff: SignedInStaff; orders: boolean }) {
  const t = useText()
  const { pathname } = useLocation()
  const own = entries.filter(
    ({ right }) => (right === null || rights[right] || shut[right]) && (right !== 'orders' || orders),
  )
  return (
    <nav aria-label={t('shell.menu')} className="order-last w-full md:order-none md:w-auto md:grow">
      <ul className="flex flex-wrap gap-1">
        {own.map(({ to, text }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={to === pathname ? 'page' : undefined}
              className="flex min-h-11 items-center rounded px-3 no-underline hover:bg-brand-soft aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-on-brand-soft"
            >
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Who is signed in, and the way out: a desk device is locked. */
function Person({ staff: { name, device } }: { staff: SignedInStaff }) {
  const t = useText()
  const { pathname, search } = useLocation()
  return (
    <div className="ml-auto flex items-center gap-3">
      <span
        className={`max-w-40 text-right text-sm leading-tight text-muted wrap-anywhere ${device ? '' : 'max-sm:sr-only'}`}
      >
        {name}
      </span>
      <Form
        method="post"
        action={device ? lockLink() : staffSignOutLink()}
        onSubmit={(event) => device && askToLock() && event.preventDefault()}
      >
        {device && (
          <>
            <input type="hidden" name="intent" value="lock" />
            <input type="hidden" name="to" value={pathname + search} />
          </>
        )}
        <Button tone="secondary">{t(device ? 'staffShell.lock' : 'shell.signOut')}</Button>
      </Form>
    </div>
  )
}

function Languages({ data: { language, languages } }: { data: RootData }) {
  const t = useText()
  const { pathname, search } = useLocation()
  return (
    <footer className="no-print mx-auto w-full max-w-[72rem] px-4 py-8 sm:px-6">
      <Form
        method="post"
        action={staffLanguageLink()}
        reloadDocument
        className="flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="to" value={pathname + search} />
        <SelectField key={language} name="lang" label={t('shell.language')} defaultValue={language}>
          {languages.map(({ locale, native }) => (
            <option key={locale} value={locale} lang={locale}>
              {native}
            </option>
          ))}
        </SelectField>
        <Button tone="secondary">{t('staffShell.switchLanguage')}</Button>
      </Form>
    </footer>
  )
}
