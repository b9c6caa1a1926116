import { MAX_SPREAD } from '#domain/visit/party.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { unreached } from '#web/staff/answer.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { isDate, todayOf } from '#web/staff/form/date.ts'
import { requirePerson, shutPage } from '#web/staff/guard.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { useAnswer } from '#web/staff/use-answer.ts'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { answerParty, type PartyAnswer } from './party/answer-party.server.ts'
import { PartyFields } from './party/party-fields.tsx'
import { emptyParty } from './party/party-form.ts'
import type { Route } from './+types/party'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  const bookable = await ctx.call('listBookable', {}).catch(shutPage)
  const date = args.url.searchParams.get('date') ?? ''
  return {
    title: `${ctx.t('staffParty.title')} · ${ctx.brand.title}`,
    bookable,
    values: emptyParty(isDate(date) ? date : todayOf(ctx)),
    text: ctx.messages([
      'staffParty',
      'party',
      'newVisit',
      'guestSearch',
      'staffDay',
      'onboarding',
      'magic',
      'booking',
      'login',
    ]),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requirePerson(args)
  return answerParty(ctx, await readForm(args.request))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const meta = privateMeta

/** Two to five persons at once, whom the salon books: all of them, or nothing. */
export default function NewParty({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { bookable } = loaderData
  const answer = useAnswer<PartyAnswer>(actionData)
  const shut = answer?.shut ?? ('shut' in bookable ? bookable.shut : null)
  return (
    <StaffShell>
      <Page title={t('staffParty.title')}>
        {shut && <ConfirmAccess shut={shut} />}
        {'services' in bookable && (
          <div className="grid gap-6">
            <p>{t('staffParty.lead', { minutes: MAX_SPREAD })}</p>
            {bookable.services.length === 0 ? (
              <Empty>{t('newVisit.noServices')}</Empty>
            ) : (
              <PartyFields bookable={bookable} values={answer?.values ?? loaderData.values} answer={answer} />
            )}
          </div>
        )}
      </Page>
    </StaffShell>
  )
}
