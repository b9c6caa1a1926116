import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { lockLink, welcomeLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { nullIfUnreached, withFallback } from '#web/request/with-fallback.ts'
import { LockForm, type LockAnswer } from '#web/staff/lock-form.tsx'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { DocumentTitle, Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { pathAfterUnlock, staffPath } from '#web/staff/return-path.ts'
import type { Route } from './+types/lock'

export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const to = staffPath(url.searchParams.get('to'))
  if (ctx.staff) throw redirect(to)
  if (!ctx.desk) throw redirect(welcomeLink({ to }))
  const desk = await ctx.call('getDesk', {})
  const title = ctx.t('staffLock.title', { device: desk.name })
  return { desk, to, title: `${title} · ${ctx.brand.title}`, text: ctx.messages(['staffLock']) }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch(nullIfUnreached)

// The screen that covers a page has loaded it: once it is unlocked, it would lead away from that page.
export const shouldRevalidate = () => false

/** Locks the desk device by hand, or unlocks it by a PIN. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = getPageContext(context)
  const form = await readForm(request)
  const to = staffPath(readFormText(form, 'to'))
  if (readFormText(form, 'intent') === 'lock') {
    if (ctx.staff?.device) await ctx.call('lockDevice', {})
    return redirect(lockLink({ to }))
  }
  const [id, pin] = [readFormText(form, 'id'), readFormText(form, 'pin')]
  if (id === '' || pin === '')
    return data<LockAnswer>({ unlocked: false, id, error: 'staffLock.choose' }, { status: 400 })
  try {
    const { rights } = await ctx.call('unlockDevice', { id, pin })
    return form.has('stay')
      ? data<LockAnswer>({ unlocked: true, id, rights })
      : redirect(pathAfterUnlock(to, rights))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The device is one no longer.
    if (error.code === 'auth/unauthenticated') return redirect(welcomeLink({ to }))
    return data<LockAnswer>({ unlocked: false, id, ...toFailure(error) }, { status: 400 })
  }
}

function toFailure({ code, details }: CallError): Pick<LockAnswer, 'error' | 'left'> {
  if (code === 'staff/pin-shut') return { error: 'staffLock.shut' }
  const left = (details as { left?: number } | undefined)?.left
  return left === undefined ? { error: 'staffLock.unavailable' } : { error: 'staffLock.wrong', left }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<LockAnswer>(serverAction, { unlocked: false, id: '', error: 'staffLock.unavailable' })

export default function Lock({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  if (!loaderData) return null
  const { desk, to, title } = loaderData
  return (
    <StaffShell>
      <Page title={t('staffLock.title', { device: desk.name })} width="form">
        <DocumentTitle title={title} failed={actionData?.error !== undefined} />
        <div className="grid gap-6">
          {desk.people.length > 0 ? (
            <LockForm people={desk.people} answer={actionData} to={to} />
          ) : (
            <Empty>{t('staffLock.nobody')}</Empty>
          )}
          <Link to={welcomeLink({ to })} className={textLinkClasses}>
            {t('staffLock.other')}
          </Link>
        </div>
      </Page>
    </StaffShell>
  )
}
