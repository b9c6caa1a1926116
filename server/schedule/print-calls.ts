import type { Handler } from '../context/context.ts'
import { requireStaff } from '../context/scope.ts'
import { recordAudit } from '../staff/audit.ts'
import { getSchedule } from './schedule-calls.ts'

/**
 * Returns a day as it goes on paper, where nobody can take it back: without amounts and e-mail addresses, and
 * with numbers of guests only if wanted. It is logged.
 */
export const printSchedule: Handler<'printSchedule'> = async (ctx, { phones, ...input }) => {
  const { deps, tenant } = ctx
  const { name } = requireStaff(ctx)
  const schedule = await getSchedule(ctx, { ...input, days: 1 })
  const date = schedule.days[0]?.date ?? ''
  await deps.db.write(tenant.id, (tx) =>
    recordAudit(ctx, tx, {
      what: 'dayPrinted',
      subject: {
        id: date,
        name: [date, input.member && schedule.members[0]?.name].filter(Boolean).join(', '),
      },
    }),
  )
  return {
    ...schedule,
    visits: schedule.visits.map((visit) => ({
      ...visit,
      price: null,
      guest: { ...visit.guest, email: null, mobile: phones ? visit.guest.mobile : null },
    })),
    printedAt: deps.now(),
    printedBy: name,
  }
}
