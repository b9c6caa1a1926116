import { data, redirect } from 'react-router'
import { useEffect, useState } from 'react'
import { namesWithAddons } from '#domain/visit/addons.ts'
import { appointmentsLink, myAccountLink, waitlistLink } from '#contract/links.ts'
import { useLive } from '#web/notification/live.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { AutoRedirect } from '#web/ui/auto-redirect.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { DocumentTitle, Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { namesOf, type WaitlistEntry } from '#web/waitlist/entry.ts'
import { LeaveModal } from '#web/waitlist/leave-modal.tsx'
import { EditEntry } from './entry/edit-entry.tsx'
import { EntryCard } from './entry/entry-card.tsx'
import { LeaveEntry } from './entry/leave-entry.tsx'
import { changeEntry, type ChangeAnswer } from './entry/change-entry.server.ts'
import { loadWaitlist } from './entry/load-waitlist.server.ts'
import type { Route } from './+types/waitlist'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const page = await loadWaitlist(ctx, args.url.searchParams)
  return {
    ...page,
    words: await ctx.translate([
      ...(page.entries ?? []).flatMap(namesOf),
      ...namesWithAddons(page.edit?.services ?? []),
      ...(page.edit?.gone ?? []),
    ]),
    now: ctx.now,
    title: `${ctx.t('waitlist.title')} · ${ctx.brand.title}`,
    text: ctx.messages(['waitlist', 'preference', 'offer']),
  }
}

/** Changes or deletes an entry; here, so that the module is loaded before a button can be pressed. */
export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const answer = await changeEntry(ctx, await readForm(args.request))
  if ('to' in answer) return redirect(answer.to)
  return data<ChangeAnswer>(answer, { status: answer.ok ? 200 : answer.status })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<ChangeAnswer>(serverAction, { ok: false, status: 503 })

export default function Waitlist({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  useLive('waitlist', 'places')
  const { entries, edit, leave, title } = loaderData
  const failed = actionData?.ok === false ? actionData : null
  return (
    <>
      <DocumentTitle title={title} failed={failed !== null && failed.status !== 200} />
      {edit ? (
        <EditEntry key={edit.entry.id} edit={edit} days={loaderData.days} failed={failed} />
      ) : leave ? (
        <LeaveEntry entry={leave} failed={failed !== null} />
      ) : (
        <Page title={t('waitlist.title')} lead={t('waitlist.lead')} width="reading">
          {entries === null ? (
            <LoadError retry={waitlistLink()} />
          ) : (
            <Entries entries={entries} loaderData={loaderData} failed={failed} />
          )}
        </Page>
      )}
    </>
  )
}

type EntriesProps = {
  entries: WaitlistEntry[]
  loaderData: Route.ComponentProps['loaderData']
  failed: Extract<ChangeAnswer, { ok: false }> | null
}

function Entries({ entries, loaderData: { focus, extendTo, pauseDays, now }, failed }: EntriesProps) {
  const t = useText()
  const [leaving, setLeaving] = useState<WaitlistEntry | null>(null)
  // How many were deleted here.
  const [deleted, setDeleted] = useState(0)
  const pause = failed?.pause
  const focused = entries.some(({ id }) => id === focus) ? focus : null
  useEffect(() => {
    if (focused) document.getElementById(`entry-${focused}`)?.focus()
  }, [focused])
  return (
    <div className="grid gap-5">
      {pause && (
        <ErrorSummary title={t('preference.mend')} errors={{ [`pause-${pause.entry}`]: t(pause.error) }} />
      )}
      {failed && !pause && <Alert>{t('waitlist.changeFailed')}</Alert>}
      {deleted > 0 && <Deleted key={deleted} onStay={() => setDeleted(0)} />}
      {entries.length === 0 ? (
        <Empty action={<ButtonLink to={appointmentsLink()}>{t('waitlist.book')}</ButtonLink>}>
          {t('waitlist.empty')}
        </Empty>
      ) : (
        <>
          <ul className="grid gap-5">
            {entries.map((entry) => (
              <EntryCard
                key={entry.id}
                entry={entry}
                focused={entry.id === focused}
                extendTo={extendTo}
                pauseDays={pauseDays}
                pauseError={pause?.entry === entry.id ? pause : undefined}
                now={now}
                onLeave={() => setLeaving(entry)}
              />
            ))}
          </ul>
          <p className="text-muted">{t('waitlist.joinHint')}</p>
          <ButtonLink to={appointmentsLink()} tone="secondary" className="justify-self-start">
            {t('waitlist.joinAnother')}
          </ButtonLink>
        </>
      )}
      <LeaveModal
        entry={leaving}
        action={waitlistLink()}
        onClose={() => setLeaving(null)}
        onDeleted={() => setDeleted((before) => before + 1)}
      />
    </div>
  )
}

/** Leads to the guest's page, which says it again, after 2 s, unless they choose to stay. */
function Deleted({ onStay }: { onStay: () => void }) {
  const t = useText()
  return (
    <Outcome
      next={
        <div className="flex flex-wrap gap-3">
          <AutoRedirect
            to={myAccountLink({ message: 'waitlist-deleted' })}
            ms={2_000}
            label={t('waitlist.toAccount')}
          />
          <Button type="button" tone="secondary" onClick={onStay}>
            {t('waitlist.stay')}
          </Button>
        </div>
      }
    >
      {t('waitlist.deleted')}
    </Outcome>
  )
}
