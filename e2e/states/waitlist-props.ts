import type { Page } from 'playwright-core'
import { bookLink, offerLink } from '#contract/links.ts'
import type { Translate } from '#contract/text.ts'
import { entryHandles, deriveHandle } from '#server/secret/handle.ts'
import { bookElsewhere, type Caller, type Salon } from '../salon.ts'

/**
 * A contact's entry with an open offer, and an entry that was not confirmed; with the handles of their
 * links.
 */
export type WaitlistProps = {
  offered: ReturnType<typeof entryHandles> & { id: string; offer: string; link: string; landing: string }
  unconfirmed: ReturnType<typeof entryHandles> & { id: string }
  /** The signed-in guest's entries. */ own: string[]
}

const DAY_MS = 86_400_000
const contact = (email: string) => ({ firstname: 'Signe', lastname: 'Dahl', email })

/** Creates entries in all their states; the guest has one with an offer and one that is paused. */
export async function makeWaitlist(aurora: Salon, guest: Caller & { uid: string }): Promise<WaitlistProps> {
  // The demo's other guests wait too: whether a time below suits them depends on the day and the hour.
  await aurora.sql(`update waitlist_entry set state = 'paused' where guest_id <> $1 and state = 'waiting'`, [
    guest.uid,
  ])
  const own: string[] = []
  for (const services of [['skaegtrim'], ['herreklip']]) {
    const joined = await guest.call('joinWaitlist', { services })
    if (joined.ok && joined.id) own.push(joined.id)
  }
  await guest.call('updateWaitlistEntry', {
    tenantId: aurora.id,
    uid: guest.uid,
    id: own[1] ?? '',
    paused: true,
    windows: [
      { from: day(3), until: day(25), weekdays: [1, 3], earliest: '08:00', latest: '12:00' },
      { from: day(26), until: day(26) },
    ],
  })
  const other = aurora.caller()
  await other.call('joinWaitlist', { services: ['glossing'], details: contact('offered@example.com') })
  await other.call('joinWaitlist', { services: ['glossing'], details: contact('later@example.com') })
  const [offered, unconfirmed] = [
    await entryOf(aurora, 'offered@example.com'),
    await entryOf(aurora, 'later@example.com'),
  ]
  await aurora.sql('update waitlist_entry set confirmed_at = now() where id = $1', [offered])
  for (const services of [['skaegtrim'], ['glossing']]) await cancelOne(aurora, services)
  const offer = await offerOf(aurora, offered)
  await offerOf(aurora, own[0] ?? '')
  const handles = handlesOf(aurora, offered)
  const message = deriveHandle(aurora.site.secret, 'offer', aurora.id, offer)
  return {
    offered: {
      ...handles,
      id: offered,
      offer,
      link: offerLink({ message, waitlist: handles.wait }),
      landing: `/landing?${new URLSearchParams({ i: message, t: aurora.id, wh: handles.wait })}`,
    },
    unconfirmed: { ...handlesOf(aurora, unconfirmed), id: unconfirmed },
    own,
  }
}

const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10)
const handlesOf = (aurora: Salon, id: string) => entryHandles(aurora.site.secret, aurora.id, id)

async function entryOf(aurora: Salon, email: string): Promise<string> {
  const [row] = await aurora.sql<{ id: string }>(
    `select id from waitlist_entry where contact ->> 'email' = $1`,
    [email],
  )
  if (!row) throw new Error(`${email} has no entry`)
  return row.id
}

/** Books and cancels: the time is offered to the first who waits for it. */
async function cancelOne(aurora: Salon, services: string[]): Promise<void> {
  const caller = aurora.caller()
  const from = Date.now() + 4 * DAY_MS
  const { handle } = await bookElsewhere(aurora, caller, { services, from, details: true })
  const { cancelHandle } = await caller.call('getVisit', { tenantId: aurora.id, handle })
  await caller.call('gen2_crudWaitlist-cancelBooking', { bookingId: cancelHandle ?? '', confirmed: true })
}

/** Waits until the job has made the offer. @returns its id. */
async function offerOf(aurora: Salon, entry: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const [row] = await aurora.sql<{ id: string }>('select id from waitlist_offer where entry_id = $1', [
      entry,
    ])
    if (row) return row.id
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('no offer was made')
}

type OfferState = 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn'

/** Gives the contact's offer a state, as if it had ended that way. */
export const setOffer = (
  { aurora, waitlist: { offered } }: { aurora: Salon; waitlist: WaitlistProps },
  state: OfferState,
) =>
  aurora.sql(
    `update waitlist_offer set state = $2, expires_at = now() + interval '20 minutes' where id = $1`,
    [offered.offer, state],
  )

/** Opens the page of an open offer, ends it as `state`, and presses a button. */
export async function answerOffer(
  page: Page,
  name: string,
  props: Parameters<typeof setOffer>[0],
  state: OfferState,
): Promise<void> {
  await setOffer(props, 'open')
  await page.reload()
  const button = page.getByRole('button', { name, exact: true })
  await button.waitFor()
  await page.waitForURL(/\/awi$/)
  await setOffer(props, state)
  await button.click()
}

/** The form that joins, for a month that is allowed whenever the test runs. */
export const joinPath = bookLink({ services: ['dameklip'], month: day(32).slice(0, 7) }, 'waitlist')

/** Presses the button that opens the calendar of the first window. */
export async function openCalendar(page: Page, t: Translate): Promise<void> {
  await page
    .getByRole('button', { name: t('preference.openCalendar'), exact: true })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('grid').waitFor()
}
