import { redirect, useLocation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { meLink, staffPasskeyLink } from '#contract/links.ts'
import { usualQuietHours } from '#domain/notification/quiet-hours.ts'
import { TOMORROW_HOUR } from '#domain/staff/notice.ts'
import { AddPasskey } from '#web/passkey/add-passkey.tsx'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { answerForm, refuse, unreached, type Refused } from '#web/staff/answer.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { requirePerson } from '#web/staff/guard.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { roleTexts } from '#web/staff/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorSummary, Field } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Page } from '#web/ui/page.tsx'
import { SessionsCard } from '#web/ui/sessions-card.tsx'
import { useText } from '#web/ui/text.tsx'
import { Shortcuts } from './me/shortcuts.tsx'
import { ConfirmFirst } from './me/confirm-first.tsx'
import { FeedCard } from './me/feed-card.tsx'
import { NoticesCard } from './me/notices-card.tsx'
import type { Route } from './+types/me'

const newPasskey = { action: staffPasskeyLink(), route: 'routes/staff/passkey' }

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  const { id, name, role, email, shortcuts, memberId, device } = ctx.staff
  return {
    title: `${ctx.t('staffShell.me')} · ${ctx.brand.title}`,
    name,
    role,
    email,
    shortcuts,
    id,
    performs: memberId !== null,
    shared: device !== null,
    self: await ctx.call('getStaffSelf', {}),
    settings: await ctx.call('getNoticeSettings', {}),
    quiet: usualQuietHours,
    tomorrowAt: `${TOMORROW_HOUR}:00`,
    ...(await ctx.call('getFeed', {})),
    text: ctx.messages(['staffMe', 'staffRole', 'account', 'profile', 'login', 'onboarding', 'push']),
  }
}

/** The address of a feed that was just made. */
type Made = { feedUrl: string }

export async function action(args: Route.ActionArgs) {
  const { call } = requirePerson(args)
  const form = await readForm(args.request)
  const intent = readFormText(form, 'intent')
  const id = readFormText(form, 'id')
  const saved = (message: string) => redirect(meLink({ message }))
  const works: Record<string, () => Promise<Response | Made>> = {
    notices: async () => {
      await call('updateNoticeSettings', {
        ...(form.has('pushShown') ? { push: form.has('push') } : {}),
        mail: form.has('mail'),
        tomorrow: form.has('tomorrow'),
      })
      return saved('saved')
    },
    // Its address is in the answer only, never in one of ours.
    feed: async () => ({ feedUrl: (await call('createFeed', { withNames: form.has('withNames') })).url }),
    removeFeed: async () => {
      await call('removeFeed', {})
      return saved('removed')
    },
    pin: async () => {
      await call('setPin', { pin: readFormText(form, 'pin') })
      return saved('saved')
    },
    removePin: async () => {
      await call('removePin', {})
      return saved('removed')
    },
    removePasskey: async () => {
      await call('removeStaffPasskey', { id })
      return saved('removed')
    },
    shortcuts: async () => {
      await call('saveStaffChoices', { shortcuts: readFormText(form, 'on') !== '' })
      return saved('saved')
    },
    sessions: async () => {
      await call('endStaffSessions', id ? { id } : {})
      return saved('saved')
    },
  }
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined
  return work
    ? answerForm(intent, work, { 'not-found': 'staffShell.gone', fields: { pin: 'staffMe.pinWrong' } })
    : refuse(intent, { form: 'error.notDone' })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const meta = privateMeta

/** The access of who is signed in: passkeys, PIN, sessions; how they are told, and their calendar. */
export default function Me({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { day } = useFormat()
  const { name, role, email, self, shortcuts } = loaderData
  const refused = actionData && 'of' in actionData ? actionData : undefined
  const of = (form: string) => (refused?.of === form ? refused : undefined)
  const isShut = refused?.shut ?? null
  return (
    <StaffShell>
      <Page title={name} lead={`${t(roleTexts[role])} · ${email}`}>
        <div className="grid max-w-[40rem] gap-6">
          {self.passkeyUntil !== null && (
            <p className="rounded bg-warning-soft p-4 text-on-warning-soft">
              {t('staffMe.passkeyDue', { date: day(self.passkeyUntil) })}
            </p>
          )}
          {(isShut ?? !self.recent) && (
            <div id="confirm" tabIndex={-1} className="outline-none">
              <ConfirmAccess shut={isShut ?? 'confirm'} />
            </div>
          )}
          <Passkeys self={self} answer={of('removePasskey')} />
          <Pin self={self} answer={of('pin')} />
          <NoticesCard {...loaderData} />
          <FeedCard
            {...loaderData}
            recent={self.recent}
            url={actionData && 'feedUrl' in actionData ? actionData.feedUrl : null}
          />
          <Shortcuts on={shortcuts} />
          <SessionsCard sessions={self.sessions} alert={<Errors answer={of('sessions')} />} />
        </div>
      </Page>
    </StaffShell>
  )
}

type Self = Output<'getStaffSelf'>
type Part = { self: Self; answer: Refused | undefined }

function Errors({ answer }: { answer: Refused | undefined }) {
  const t = useText()
  const errors = Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key)])
  return <ErrorSummary title={t('onboarding.failedTitle')} errors={Object.fromEntries(errors)} />
}

function Passkeys({ self: { passkeys, recent }, answer }: Part) {
  const t = useText()
  const { fullDay } = useFormat()
  return (
    <Card title={t('profile.passkeys')} lead={t('profile.passkeysLead')}>
      <Errors answer={answer} />
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line">
          {passkeys.map(({ id, name, createdAt, synced }) => {
            const shown = name ?? t('profile.passkeyUnnamed', { date: fullDay(createdAt) })
            const made = t('profile.passkeyMade', { date: fullDay(createdAt) })
            return (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span className="grid">
                  <span className="font-medium">{shown}</span>
                  <span className="text-sm text-muted">
                    {[made, ...(synced ? [t('profile.passkeySynced')] : [])].join(', ')}
                  </span>
                </span>
                <Form method="post">
                  <input type="hidden" name="intent" value="removePasskey" />
                  <input type="hidden" name="id" value={id} />
                  <Button tone="secondary" aria-label={t('profile.passkeyRemoveOf', { name: shown })}>
                    {t('profile.passkeyRemove')}
                  </Button>
                </Form>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className="text-muted">{t('profile.passkeysNone')}</p>
      )}
      {recent ? (
        <AddPasskey
          at={newPasskey}
          unable={t('profile.passkeyUnable')}
          waiting={t('profile.passkeyAdding')}
          failed={t('profile.passkeyFailed')}
        >
          {t('profile.passkeyAdd')}
        </AddPasskey>
      ) : (
        <ConfirmFirst />
      )}
    </Card>
  )
}

function Pin({ self: { hasPin, recent }, answer }: Part) {
  const t = useText()
  const { key } = useLocation()
  const error = answer?.errors.pin
  return (
    <Card title={t('staffMe.pin')} lead={t('staffMe.pinLead')}>
      <p>{t(hasPin ? 'staffMe.pinThere' : 'staffMe.pinNone')}</p>
      <Errors answer={answer} />
      {recent ? (
        // A PIN that is saved does not stay in its field.
        <Form key={key} method="post" noValidate className="grid justify-items-start gap-4">
          <input type="hidden" name="intent" value="pin" />
          <Field
            name="pin"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            label={t('staffMe.pinNew')}
            hint={t('staffMe.pinHint')}
            error={error && t(error)}
            maxLength={12}
            required
          />
          <Button tone="secondary">{t('account.save')}</Button>
        </Form>
      ) : (
        <ConfirmFirst />
      )}
      {hasPin && (
        <Form method="post">
          <input type="hidden" name="intent" value="removePin" />
          <Button tone="secondary">{t('staffMe.pinRemove')}</Button>
        </Form>
      )}
    </Card>
  )
}
