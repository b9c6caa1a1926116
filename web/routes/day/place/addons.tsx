import { placeLink } from '#contract/links.ts'
import { ServiceLine } from '#web/staff/day/service-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useText } from '#web/ui/text.tsx'
import { AddonFields } from '#web/visit/addon-fields.tsx'
import { addonsByService } from '#web/visit/selection.ts'
import type { PlacePage } from './place-page.ts'

/** The add-ons of each service, where it is: what they change is looked at before it is saved. */
export function Addons({ page }: { page: PlacePage }) {
  const t = useText()
  const { visit, members, addons, offered, review, to } = page
  if (!offered?.some((some) => some.length > 0)) return null
  const asked = addons && addonsByService(addons)
  return (
    <Card id="addons" title={t('staffPlace.addons')} lead={t('staffPlace.addonsLead')}>
      <form
        key={addons?.join() ?? ''}
        method="get"
        action={placeLink({ visit: visit.id })}
        className="grid gap-4"
      >
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="members" value={members.join(',')} />
        <input type="hidden" name="start" value={review?.start ?? visit.start} />
        {/* None of them is a choice too. */}
        <input type="hidden" name="addons" value="" />
        {visit.segments.map(({ position, serviceName, addons: booked }, index) => (
          <div key={position} className="grid gap-1">
            {visit.segments.length > 1 && (
              <p className="font-medium">
                <ServiceLine service={{ serviceName, addons: [] }} />
              </p>
            )}
            <AddonFields
              legend={visit.segments.length > 1 ? t('staffPlace.addons') : serviceName}
              service={{ id: String(index), addons: offered[index] ?? [] }}
              chosen={asked ? (asked.get(String(index)) ?? []) : booked}
              money={{ currency: visit.currency, symbol: visit.symbol }}
            />
          </div>
        ))}
        <Button tone="secondary" className="justify-self-start">
          {t('staffPlace.look')}
        </Button>
      </form>
    </Card>
  )
}
