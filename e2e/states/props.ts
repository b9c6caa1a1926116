import { createActionCode } from '#server/identity/action-code/queries.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { makeVisit, type MakeVisit } from '#test/visit.ts'
import { writeEveryBlock } from '../every-block.ts'
import { desk, join, openSalon, salonOf, work, type Caller, type Salon, type Worker } from '../salon.ts'
import type { Site } from '../site.ts'
import { makeOrders, type OrderProps } from './order-props.ts'
import { titles } from './state.ts'
import { makeWaitlist, type WaitlistProps } from './waitlist-props.ts'

/**
 * Data for the states: the demo salons, guests to sign in as, visits in every state, and a salon whose pages
 * fail.
 */
export type Props = OrderProps & {
  aurora: Salon
  fjord: Salon
  neutral: Salon
  broken: Salon
  /** Has rules of who books what, and of gaps: `known`, `call`, `cut`. */ ruled: Salon
  freja: Caller
  noah: Caller & { uid: string }
  fresh: Caller & { uid: string }
  incomplete: Caller
  /** Who works in the salon's own site, and its desk device, which is locked. */
  owner: Worker
  practitioner: Worker
  fjordOwner: Worker
  desk: Caller
  /** Links of mails to the salon's own site. */
  staffCodes: Record<'staffSignIn' | 'staffInvite', string>
  invites: Record<'fresh' | 'late' | 'used', string>
  visits: Record<
    'free' | 'late' | 'cancelled' | 'past' | 'own' | 'ownPast' | 'ownCancelled' | 'changed' | 'owing',
    string
  >
  /** When visits begin, epoch ms. */
  starts: Record<'own', number>
  waitlist: WaitlistProps
  codes: Record<'resetPassword' | 'recoverEmail' | 'verifyEmail' | 'signIn' | 'customLogin', string>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Creates guests and visits in the demo salons, and a salon without finance settings, whose pages fail. */
export async function makeProps(site: Site): Promise<Props> {
  const [aurora, fjord, neutral] = [salonOf(site, 'aurora'), salonOf(site, 'fjord'), salonOf(site, 'default')]
  const broken = await openSalon(site)
  await broken.sql('delete from finance')
  const ruled = await openSalon(site, {
    profile: { title: titles.ruled, phone: '+45 33 12 34 56' },
    rules: { gaps: 'prefer', smallestUsable: 60 },
    services: [
      { id: 'known', duration: 60, booking: { knownOnly: true } },
      { id: 'call', duration: 60, booking: { phoneOnly: true } },
      { id: 'cut', duration: 45, lengths: { bo: { minutes: 60 } } },
    ],
  })
  await writeEveryBlock(aurora)
  const signedIn = async (email: string) => {
    const caller = aurora.caller()
    const { uid } = await caller.call('signInWithEmailAndPassword', { email, password: 'stamgast-demo' })
    return { ...caller, uid }
  }
  const [freja, noah] = [await signedIn('freja@example.com'), await signedIn('noah@example.com')]
  // At night the member has no other visit; the next visit is within the cancel limit.
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const night =
    [2, 3, 26, 27].map((hours) => midnight + hours * HOUR_MS).find((start) => start > Date.now() + HOUR_MS) ??
    0
  const visit = async (days: number, row: Omit<MakeVisit, 'start'> = {}) => {
    const made = await makeVisit(site.testDb, aurora.id, {
      start: new Date(night + days * DAY_MS),
      secret: site.secret,
      paid: 56_000,
      ...row,
      // The longest words must fit on a narrow screen.
      services: [
        {
          id: 'dameklip',
          name: 'Dameklip med hovedbundsmassagebehandling',
          member: 'karoline',
          minutes: 60,
          price: 56_000,
        },
      ],
    })
    return made.id
  }
  const ofNoah = { guestId: noah.uid, contact: null }
  const cancelled = { state: 'cancelled', fee: 28_000, refunded: 28_000, cancelledAt: new Date() } as const
  /** A code of a guest of its own: using one ends the others of its guest. */
  const code = async (kind: keyof Props['codes']) => {
    const { uid, email } = await join(aurora)
    return site.testDb.db.write(aurora.id, (tx) =>
      createActionCode(
        tx,
        {
          kind,
          guestId: uid,
          data: { email, newEmail: 'earlier@example.com' },
          expiresAt: new Date(Date.now() + HOUR_MS),
        },
        Date.now(),
      ),
    )
  }
  const invite = async (days: number, used?: string) => {
    const id = await site.testDb.db.write(aurora.id, (tx) =>
      createInvite(tx, {
        prefill: { firstname: 'Signe' },
        expiresAt: new Date(Date.now() + days * DAY_MS),
        createdAt: new Date(),
      }),
    )
    if (used) await aurora.sql('update invite set used_at = now() - $2::interval where id = $1', [id, used])
    return id
  }
  const owner = await work(aurora, { name: 'Anne Marie Overgaard-Christensen', pin: '482915' })
  const staffCode = async (kind: keyof Props['staffCodes']) => {
    const joined = kind === 'staffSignIn' ? {} : { joinedAt: null }
    const { id: staffId } = await work(aurora, { name: 'Ida Krogh', role: 'reception', ...joined })
    const expiresAt = new Date(Date.now() + DAY_MS)
    return site.testDb.db.write(aurora.id, (tx) =>
      createActionCode(tx, { kind, guestId: null, staffId, data: {}, expiresAt }, Date.now()),
    )
  }
  const practitioner = await work(aurora, { name: 'Bo Berg', role: 'practitioner', memberId: 'magnus' })
  // For the log.
  await owner.call('updateStaff', { id: practitioner.id, rights: { cancel: 'own', money: 'today' } })
  return {
    owner,
    practitioner,
    fjordOwner: await work(fjord, { name: 'Ida Berg' }),
    desk: await desk(aurora, owner.id),
    staffCodes: {
      staffSignIn: await staffCode('staffSignIn'),
      staffInvite: await staffCode('staffInvite'),
    },
    codes: {
      resetPassword: await code('resetPassword'),
      recoverEmail: await code('recoverEmail'),
      verifyEmail: await code('verifyEmail'),
      signIn: await code('signIn'),
      customLogin: await code('customLogin'),
    },
    waitlist: await makeWaitlist(aurora, noah),
    ...(await makeOrders(aurora)),
    aurora,
    fjord,
    neutral,
    broken,
    ruled,
    freja,
    noah,
    fresh: await join(aurora, { language: 'en' }),
    incomplete: await join(aurora, { details: false }),
    invites: { fresh: await invite(1), late: await invite(-1), used: await invite(1, '1 hour') },
    starts: { own: night + 8 * DAY_MS },
    visits: {
      free: await visit(6, { visitor: 'Alma Holm' }),
      late: await visit(0),
      past: await visit(-3),
      cancelled: await visit(7, cancelled),
      own: await visit(8, ofNoah),
      ownPast: await visit(-400, ofNoah),
      ownCancelled: await visit(9, { ...ofNoah, ...cancelled }),
      changed: await visit(12, {
        ...ofNoah,
        changedFrom: {
          start: night + 11 * DAY_MS,
          end: night + 11 * DAY_MS + HOUR_MS,
          members: ['Leyla', 'Amalie Christensen-Vestergaard'],
        },
      }),
      owing: await visit(13, { fee: 28_000 }),
    },
  }
}
