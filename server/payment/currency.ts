import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import type { PaymentContext } from './context.ts'

/** Logs that nothing can be paid in the tenant's shop, where the provider does not take its currency. */
export async function warnOfCurrency({ deps, tenant }: PaymentContext): Promise<void> {
  const { name, currencies } = deps.payments
  if (!tenant.profile.shop || name === 'off') return
  const { currency } = toMoney(await deps.db.read(tenant.id, getFinance), tenant)
  if (!currencies.includes(currency))
    deps.log.warn(
      { tenant: tenant.id, currency, currencies },
      'the payment provider does not take the currency of this shop (finance.currency): nothing can be paid in it',
    )
}
