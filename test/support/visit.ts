import { randomUUID } from 'node:crypto'
import { deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import type { TenantId } from '#server/database/db.ts'
import { createSegments } from '#server/availability/segment-queries.ts'
import { createVisit, findVisit, type VisitRow, type VisitWithSegments } from '#server/visit/queries.ts'
import type { TestDb } from './make.ts'

export type MakeVisit = Partial<VisitRow> & {
  start: Date
  secret?: string
  services?: { id: string; name: string; member: string; minutes: number; price: number }[]
}

const cutAndColor = [
  { id: 'cut', name: 'Cut', member: 'anna', minutes: 30, price: 40_000 },
  { id: 'color', name: 'Colour', member: 'bo', minutes: 60, price: 80_000 },
]

/** A booked visit of Freja, who has no account: a cut by anna and a colour by bo, 90 minutes, 1,200.00. */
export async function makeVisit(
  { db }: TestDb,
  tenant: TenantId,
  { services = cutAndColor, secret = '', ...row }: MakeVisit,
): Promise<VisitWithSegments> {
  const id = randomUUID()
  const begin = row.start.getTime() / 60_000
  const ends = services.map(
    (_, index) => begin + services.slice(0, index + 1).reduce((sum, one) => sum + one.minutes, 0),
  )
  return db.write(tenant, async (tx) => {
    await createVisit(tx, {
      id,
      state: 'booked',
      end: new Date((ends.at(-1) ?? begin) * 60_000),
      guestId: null,
      handleHash: sha256(deriveHandle(secret, 'visit', tenant, id)),
      cancelHash: sha256(deriveHandle(secret, 'cancel', tenant, id)),
      contact: {
        firstname: 'Freja',
        lastname: 'Holm',
        email: 'freja@example.com',
        mobile: '+4520123456',
        language: 'en',
      },
      currency: 'DKK',
      price: services.reduce((sum, one) => sum + one.price, 0),
      createdAt: new Date('2001-01-01'),
      bookedAt: new Date('2001-01-01'),
      ...row,
    })
    await createSegments(
      tx,
      id,
      services.map((one, index) => {
        const [start, end] = [(ends[index] ?? 0) - one.minutes, ends[index] ?? 0]
        return {
          serviceId: one.id,
          serviceName: one.name,
          memberId: one.member,
          anyone: false,
          price: one.price,
          start,
          end,
          busy: [{ start, end }],
        }
      }),
    )
    const made = await findVisit(tx, { id })
    if (!made) throw new Error('the visit was not created')
    return made
  })
}
