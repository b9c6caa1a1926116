import { includesVat } from '#domain/vat.ts'
import { AddonNames } from '#web/visit/addon-list.tsx'
import { AvatarGroup, useNameList } from '#web/ui/people.tsx'
import { useClock } from '#web/ui/time/clock.ts'
import { useFormat } from '#web/ui/format.ts'
import { OwnTime } from '#web/ui/time/own-time.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { VatRows } from '#web/ui/vat-rows.tsx'
import type { ShownOffer } from './offer.server.ts'

/** The date, time, length, people, services and price of an offer; `open`: with when it is paid. */
export function OfferedTime({ offer, open = false }: { offer: ShownOffer; open?: boolean }) {
  const t = useText()
  const { fullDay, money, cost, duration } = useFormat()
  const clock = useClock()
  const joinNames = useNameList()
  const { start, end, members, services, price } = offer
  return (
    <section aria-label={t('offer.details')} className="grid gap-4">
      <div>
        <p className="font-display text-xl font-semibold first-letter:uppercase">
          <time dateTime={new Date(start).toISOString()}>{fullDay(start)}</time>
        </p>
        <p className="tabular text-lg">{t('offer.fromUntil', { from: clock(start), until: clock(end) })}</p>
        <p className="tabular text-muted">{duration((end - start) / 60_000)}</p>
        <OwnTime start={start} />
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <AvatarGroup people={members} size={44} />
        <span>{t('offer.with', { people: joinNames(members.map((one) => one.name)) })}</span>
      </p>
      <dl className="grid gap-1.5 border-t border-line pt-4">
        {services.map((service, index) => (
          <div key={`${service.id} ${index}`} className="flex items-baseline justify-between gap-4">
            <dt className="min-w-0 wrap-anywhere">
              <TenantText>{service.name}</TenantText>
              <AddonNames addons={service.addons} />
            </dt>
            <dd className="shrink-0 tabular">{cost(service.price, { ...offer, from: service.from })}</dd>
          </div>
        ))}
        {services.length > 1 && (
          <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2.5 font-semibold">
            <dt>{t(includesVat(offer.vat) ? 'offer.total' : 'vat.total')}</dt>
            <dd className="shrink-0 tabular">{offer.from ? cost(price, offer) : money(price, offer)}</dd>
          </div>
        )}
        <VatRows vat={offer.vat ?? []} money={offer} />
      </dl>
      {open && price > 0 && <p className="text-sm text-muted">{t('booking.payThere')}</p>}
    </section>
  )
}
