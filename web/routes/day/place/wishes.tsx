import { ServiceLine } from '#web/staff/day/service-line.tsx'
import { placeLink } from '#contract/links.ts'
import { MAX_LENGTH, MIN_LENGTH } from '#domain/availability/placement.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { inputClasses } from '#web/ui/form/input-classes.ts'
import { useText } from '#web/ui/text.tsx'
import type { PlacePage } from './place-page.ts'

/** With whom, how long and from when on: free places follow. */
export function Wishes({ page }: { page: PlacePage }) {
  const t = useText()
  const { visit, addons, from, to } = page
  return (
    <Card title={t('staffPlace.wishes')}>
      <form method="get" action={placeLink({ visit: visit.id })} className="grid justify-items-start gap-4">
        <input type="hidden" name="to" value={to} />
        {addons && <input type="hidden" name="addons" value={addons.join(',')} />}
        <Services page={page} />
        <div className="w-44">
          <Field key={from} name="from" type="date" label={t('staffPlace.fromDate')} defaultValue={from} />
        </div>
        <Button tone="secondary">{t('staffPlace.show')}</Button>
      </form>
    </Card>
  )
}

/** Any time, also one that is not offered as free: it is looked at before it is saved. */
export function OwnTime({ page }: { page: PlacePage }) {
  const t = useText()
  const { visit, members, minutes, addons, to, own } = page
  return (
    <Card title={t('staffPlace.ownTime')} lead={t('staffPlace.ownTimeLead')}>
      <form method="get" action={placeLink({ visit: visit.id })} className="flex flex-wrap items-end gap-4">
        <input type="hidden" name="to" value={to} />
        <input type="hidden" name="members" value={members.join(',')} />
        <input type="hidden" name="minutes" value={minutes.join(',')} />
        {addons && <input type="hidden" name="addons" value={addons.join(',')} />}
        <input type="hidden" name="start" value={own.start} />
        <div className="w-44">
          <Field
            key={own.date}
            name="date"
            type="date"
            label={t('staffDay.date')}
            defaultValue={own.date}
            required
          />
        </div>
        <div className="w-36">
          <Field
            key={own.time}
            name="time"
            type="time"
            label={t('staffPlace.time')}
            defaultValue={own.time}
            required
          />
        </div>
        <Button tone="secondary">{t('staffPlace.look')}</Button>
      </form>
    </Card>
  )
}

/** Person and length of each service. */
function Services({ page: { visit, members, minutes } }: { page: PlacePage }) {
  const t = useText()
  return (
    <ul className="grid gap-4">
      {visit.segments.map((segment, index) => (
        <li key={`${segment.position} ${members[index]} ${minutes[index]}`}>
          <fieldset className="flex flex-wrap items-end gap-4">
            <legend className="mb-1.5 font-medium">
              <ServiceLine service={segment} />
            </legend>
            <label className="grid gap-1.5">
              <span>{t('staffDay.who')}</span>
              <select name="members" defaultValue={members[index]} className={inputClasses}>
                <option value="any">{t('staffPlace.anyone')}</option>
                {visit.members.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label className="grid w-36 gap-1.5">
              <span>{t('staffPlace.minutes')}</span>
              <input
                type="number"
                name="minutes"
                min={MIN_LENGTH}
                max={MAX_LENGTH}
                defaultValue={minutes[index]}
                className={inputClasses}
              />
            </label>
          </fieldset>
        </li>
      ))}
    </ul>
  )
}
