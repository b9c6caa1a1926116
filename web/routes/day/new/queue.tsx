import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import type { TextKey } from '#contract/text.ts'
import type { ContactPhone } from '#domain/phone.ts'
import { guestText, whenText } from '#web/staff/day/visit-words.ts'
import { PhoneLink } from '#web/staff/phone-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { TenantList } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'

type Entry = Output<'listQueue'>['documents'][number] & { phone: ContactPhone | null }
export type Queue = { documents: Entry[] }
type NotOffered = Extract<Output<'offerTime'>, { ok: false }>['reason']

/** Why a time is not offered to an entry of the waitlist. */
export const notOfferedTexts = {
  notice: 'staffQueue.notice',
  window: 'staffQueue.window',
  person: 'staffQueue.person',
  paused: 'staffQueue.paused',
  night: 'staffQueue.night',
  unconfirmed: 'staffQueue.unconfirmed',
  offered: 'staffQueue.offered',
  'own-visit': 'staffQueue.ownVisit',
  taken: 'staffPlace.taken',
} as const satisfies Record<NotOffered, TextKey>

const OFFER = 'offer-form'

/** Who waits for the time that was pressed: it is offered to one of them, or booked for somebody else. */
export function WaitingForPlace({ queue, start }: { queue: Queue; start: number }) {
  const t = useText()
  const format = useFormat()
  const fitting = queue.documents.filter((one) => one.start !== null)
  const others = queue.documents.filter((one) => one.start === null)
  if (queue.documents.length === 0) return null
  const title = t('staffQueue.title', { count: fitting.length })
  return (
    <Fold summary={`${title}: ${whenText(format, start)}`} open={fitting.length > 0} compact>
      <div className="grid gap-3 px-4 pb-3">
        <Entries entries={fitting} />
        {others.length > 0 && (
          <>
            <h3 className="text-base font-medium">{t('staffQueue.passed')}</h3>
            <Entries entries={others} />
          </>
        )}
      </div>
    </Fold>
  )
}

function Entries({ entries }: { entries: Entry[] }) {
  const t = useText()
  const { fullDay, time } = useFormat()
  const busy = useNavigation().state !== 'idle'
  return (
    <ul className="divide-y divide-line">
      {entries.map((entry) => {
        const { id, phone, services, joinedAt, start, reason } = entry
        const shown = guestText(t, entry)
        const facts = [
          ...(start === null ? [] : [t('staffQueue.from', { time: time(start) })]),
          ...(reason === null ? [] : [t(notOfferedTexts[reason])]),
          t('staffQueue.since', { date: fullDay(joinedAt) }),
        ]
        return (
          <li key={id} className="flex items-center justify-between gap-3 py-1 text-sm">
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 wrap-anywhere">
              <span className="font-medium">{shown}</span>
              <span>
                <TenantList words={services} />
              </span>
              {phone && <PhoneLink phone={phone} />}
              <span className="text-muted">{facts.join(' · ')}</span>
            </span>
            {start !== null && (
              <Button
                form={OFFER}
                name="entry"
                value={id}
                tone="secondary"
                disabled={busy}
                className="shrink-0"
                aria-label={t('staffQueue.offerTo', { name: shown })}
              >
                {t('staffQueue.offer')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The form of their buttons, which stand within another one. */
export const OfferForm = ({ place }: { place: { member: string; start: string } }) => (
  <Form id={OFFER} method="post">
    <input type="hidden" name="intent" value="offer" />
    <input type="hidden" name="member" value={place.member} />
    <input type="hidden" name="start" value={place.start} />
  </Form>
)
