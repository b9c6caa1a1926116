import { sumAddonPrices, type BookedAddon } from '#domain/visit/addons.ts'
import type { Money } from '#domain/money.ts'
import { includesVat, type VatLine } from '#domain/vat.ts'
import { useText } from '#web/ui/text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useFormat } from '#web/ui/format.ts'
import { VatRows } from '#web/ui/vat-rows.tsx'
import { OwnTime } from '#web/ui/time/own-time.tsx'
import { useRootData } from '#web/site/use-root-data.ts'
import { RouteLink } from '#web/visit/visit-links.tsx'

/** Instants in epoch ms, prices in minor units including VAT. */
type ShownVisit = Money & {
  start: number
  end: number
  price: number
  /** Whether the price is open. */ from: boolean
  /** The fee for moving it late. */ fee?: number
  paid?: number
  /** Who comes, if the guest has booked for another person. */ visitor?: string | null
  segments: {
    id: string
    name: string
    price: number
    from: boolean
    addons: BookedAddon[]
    start: number
    end: number
    member: { id: string; name: string; avatar: string | null }
  }[]
  /** Absent: all has the tenant's rate. None: no VAT is in it. */ vat?: VatLine[] | undefined
}

/** The whole visit: when, what, with whom, for how much and where. */
export function VisitSummary({
  visit,
  unpaid = false,
  route = false,
}: {
  visit: ShownVisit
  /** Before it is booked: says when it is paid. */ unpaid?: boolean
  /** With its link. */ route?: boolean
}) {
  const t = useText()
  const format = useFormat()
  const clock = useClock()
  const { brand } = useRootData()
  return (
    <div className="rounded-xl border border-line bg-surface">
      <div className="border-b border-line p-4 sm:p-5">
        <h2 className="sr-only">{t('booking.when')}</h2>
        <p className="font-display text-xl font-semibold first-letter:uppercase">
          <time dateTime={new Date(visit.start).toISOString()}>{format.fullDay(visit.start)}</time>
        </p>
        <p className="tabular text-lg">
          {t('booking.fromUntil', { from: clock(visit.start), until: clock(visit.end) })}
        </p>
        <OwnTime start={visit.start} />
        {visit.visitor && (
          <p className="mt-2 font-medium wrap-anywhere">
            {t('booking.bookedForName', { name: visit.visitor })}
          </p>
        )}
      </div>
      <div className="p-4 sm:p-5">
        <h2 className="sr-only">{t('booking.what')}</h2>
        <ul className="grid gap-4">
          {visit.segments.map((segment) => (
            <li
              key={`${segment.id}-${segment.start}`}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3"
            >
              <Avatar src={segment.member.avatar} name={segment.member.name} size={44} />
              <span className="min-w-0">
                <span className="block font-medium wrap-anywhere">
                  <TenantText>{segment.name}</TenantText>
                </span>
                <span className="tabular block text-sm text-muted">
                  {t('booking.part', {
                    time: clock(segment.start),
                    minutes: format.duration((segment.end - segment.start) / 60_000),
                    member: segment.member.name,
                  })}
                </span>
              </span>
              <span className="tabular self-start text-right">
                {format.cost(segment.price - sumAddonPrices(segment.addons), {
                  ...visit,
                  from: segment.from,
                })}
              </span>
              {segment.addons.length > 0 && (
                <ul className="col-span-2 col-start-2 mt-1 grid gap-0.5 text-sm">
                  {segment.addons.map(({ id, name, count, price }) => (
                    <li key={id} className="flex justify-between gap-4">
                      <span className="wrap-anywhere">
                        <span>{count > 1 ? `+ ${count}\u00a0×\u00a0` : '+ '}</span>
                        <TenantText>{name}</TenantText>
                      </span>
                      <span className="tabular">{format.cost(count * price, { ...visit, from: false })}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        <p className="tabular mt-4 flex justify-between gap-4 border-t border-line pt-4 text-lg font-semibold">
          <span>{t(includesVat(visit.vat) ? 'booking.total' : 'vat.total')}</span>
          <span>{visit.from ? format.cost(visit.price, visit) : format.money(visit.price, visit)}</span>
        </p>
        {visit.vat && visit.vat.length > 0 && (
          <dl className="tabular mb-2 grid gap-1.5">
            <VatRows vat={visit.vat} money={visit} />
          </dl>
        )}
        {unpaid && visit.price > 0 && <p className="text-sm text-muted">{t('booking.payThere')}</p>}
        {visit.fee !== undefined && visit.fee > 0 && <ToPay {...visit} fee={visit.fee} />}
      </div>
      {brand.address && (
        <div className="border-t border-line p-4 sm:p-5">
          <h2 className="text-base font-semibold">{t('booking.where')}</h2>
          <address className="not-italic">
            <span>{brand.companyname}</span>
            <br />
            <span>{`${brand.address.street}, ${brand.address.postalcode} ${brand.address.city}`}</span>
          </address>
          {route && (
            <p className="no-print">
              <RouteLink address={brand.address} />
            </p>
          )}
        </div>
      )}
    </div>
  )
}

type ToPayProps = Pick<ShownVisit, 'currency' | 'symbol' | 'price' | 'from' | 'paid'> & { fee: number }

/** The fee for a late move, and what is left to pay with it. */
function ToPay({ price, fee, paid = 0, ...money }: ToPayProps) {
  const t = useText()
  const format = useFormat()
  const rows = [
    [t('booking.moveFee'), format.money(fee, money)] as const,
    ...(paid > 0 ? [[t('booking.paid'), format.money(paid, money)] as const] : []),
  ]
  return (
    <div className="tabular mt-1">
      {rows.map(([term, amount]) => (
        <p key={term} className="flex justify-between gap-4">
          <span>{term}</span>
          <span>{amount}</span>
        </p>
      ))}
      <p className="mt-2 flex justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
        <span>{t('booking.toPay')}</span>
        <span>{format.cost(Math.max(0, price + fee - paid), money)}</span>
      </p>
    </div>
  )
}
