import type { Output } from '#contract/calls.ts'
import { MAX_VISITOR } from '#domain/visit/note.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { PersonSelect } from '#web/staff/form/person-select.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailField, Field, SelectField } from '#web/ui/form/field.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { PartyForm } from './party-form.ts'

type PersonFieldsProps = {
  /** From 0. */ index: number
  values: PartyForm
  bookable: Output<'listBookable'>
  errorOf: (name: string) => string | undefined
}

/** What one person of a party wants, and who they are: the first is who books, unless they have a name. */
export function PersonFields({ index, values, bookable, errorOf }: PersonFieldsProps) {
  const t = useText()
  const tenantText = useTenantText()
  const person = index + 1
  const isFirst = index === 0
  const wish = values.persons[index] ?? { services: [], member: null }
  const names = values.names[index]
  const rows = Math.min(MAX_SERVICES, Math.max(1, wish.services.length + (values.more === index ? 1 : 0)))
  const kinds = [...Map.groupBy(bookable.services, ({ kind }) => kind)]
  return (
    <fieldset className="rounded-xl border border-line bg-surface p-4">
      <legend className="px-1 text-lg font-medium">{t('party.person', { person })}</legend>
      <div className="grid gap-4">
        {Array.from({ length: rows }, (_, row) => (
          <SelectField
            key={row}
            id={`services${person}-${row}`}
            name={`services${person}`}
            label={row === 0 ? t('party.service') : t('party.another')}
            error={row === 0 ? errorOf(`services${person}-0`) : undefined}
            defaultValue={wish.services[row] ?? ''}
          >
            <option value="">{row === 0 ? t('party.choose') : t('party.nothing')}</option>
            {kinds.map(([kind, services]) => (
              <optgroup key={kind} label={tenantText(kind).text}>
                {services.map(({ id, name }) => (
                  // An option is in one language, which a length would not share.
                  <option key={id} value={id} lang={tenantText(name).lang}>
                    {tenantText(name).text}
                  </option>
                ))}
              </optgroup>
            ))}
          </SelectField>
        ))}
        {rows < MAX_SERVICES && (
          <Button
            type="submit"
            tone="quiet"
            name="more"
            value={person}
            className="justify-self-start px-0!"
            aria-label={t('party.addFor', { person })}
          >
            {t('party.add')}
          </Button>
        )}
        <PersonSelect
          name={`member${person}`}
          label={t('party.with')}
          people={bookable.members}
          nobody={t('newVisit.anyone')}
          value={wish.member ?? ''}
          error={errorOf(`member${person}`)}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            name={`visitor${person}`}
            label={t('party.name')}
            hint={isFirst ? t('staffParty.nameFirst') : undefined}
            error={errorOf(`visitor${person}`)}
            defaultValue={names?.visitor}
            autoComplete="off"
            autoCapitalize="words"
            maxLength={MAX_VISITOR}
          />
          {!isFirst && (
            <EmailField
              name={`email${person}`}
              label={t('party.email')}
              hint={t('staffParty.emailHint')}
              error={errorOf(`email${person}`)}
              defaultValue={names?.email}
              autoComplete="off"
              maxLength={254}
            />
          )}
        </div>
      </div>
    </fieldset>
  )
}
