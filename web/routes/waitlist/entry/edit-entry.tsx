import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { waitlistLink } from '#contract/links.ts'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Page } from '#web/ui/page.tsx'
import { TenantList, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useThrottle } from '#web/ui/form/use-submit.ts'
import { readFormTexts } from '#web/request/form.ts'
import { AddonFields } from '#web/visit/addon-fields.tsx'
import { addonsByService } from '#web/visit/selection.ts'
import { namesOf } from '#web/waitlist/entry.ts'
import type { ChangeAnswer } from './change-entry.server.ts'
import type { Edit, EditPerson, EditValues } from './edit-entry.server.ts'
import { PreferenceFields } from '../preferences/preference-fields.tsx'
import { ServiceFields } from './service-fields.tsx'

type EditProps = {
  edit: Edit
  days: { today: string; last: string }
  failed: Extract<ChangeAnswer, { ok: false }> | null
}

type Chosen = Pick<EditValues, 'services' | 'teamMembers'>

/** What is chosen in the form, read at first for what was chosen before the scripts ran. */
function useChosen(given: Chosen) {
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState(given)
  const read = useCallback(() => {
    if (!form.current) return
    const typed = new FormData(form.current)
    setChosen({ services: readFormTexts(typed, 'service'), teamMembers: readFormTexts(typed, 'teamMember') })
  }, [])
  useEffect(read, [read])
  return { form, chosen, read }
}

/**
 * The people who perform at least one of the chosen services, as when joining. Who is chosen but performs
 * none stays listed: the form never removes what the guest has chosen.
 */
const listedPeople = (people: readonly EditPerson[], { services, teamMembers }: Chosen) =>
  people.filter(
    (one) => teamMembers.includes(one.id) || one.services.some((service) => services.includes(service)),
  )

/** The preferences of an entry in a form; its place stays. */
export function EditEntry({
  edit: { entry, values, services, people, money, gone },
  days,
  failed,
}: EditProps) {
  const t = useText()
  const shown = failed?.values ?? values
  const { form, chosen, read } = useChosen(shown)
  const tenantText = useTenantText()
  const wanted = addonsByService(shown.addons)
  const listed = listedPeople(people, chosen)
  const throttle = useThrottle()
  const { state, formData } = useNavigation()
  const busy = state === 'submitting' && formData?.get('intent') === 'save'
  const found = failed && (failed.errors ?? { form: 'waitlist.changeFailed' as const })
  const errors = Object.fromEntries(
    Object.entries(found ?? {}).map(([name, key]) => [name, t(key, { most: MAX_SERVICES })]),
  )
  return (
    <Page
      title={t('waitlist.editTitle')}
      lead={
        <>
          <TenantList words={namesOf(entry)} />
          <p className="mt-1">{t('waitlist.editLead')}</p>
        </>
      }
      width="form"
    >
      <Form
        ref={form}
        method="post"
        noValidate
        onSubmit={throttle}
        className="grid gap-6 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <ErrorSummary title={t('preference.mend')} errors={errors} />
        <input type="hidden" name="entry" value={entry.id} />
        {/* Enter in a field presses the first submit button: this one, not one that changes the windows. */}
        <button name="intent" value="save" tabIndex={-1} aria-hidden="true" className="hidden" />
        <ServiceFields services={services} chosen={shown.services} error={errors.services} onChange={read} />
        {gone.length > 0 && (
          <p>{t('preference.addonsGone', { names: gone.map((one) => tenantText(one).text).join(', ') })}</p>
        )}
        {services
          .filter(({ id }) => chosen.services.includes(id))
          .map((service) => (
            <AddonFields
              key={service.id}
              legend={t('preference.addonsFor', { service: tenantText(service.name).text })}
              service={service}
              chosen={wanted.get(service.id) ?? []}
              money={money}
            />
          ))}
        <PreferenceFields
          values={{ ...shown, teamMembers: chosen.teamMembers }}
          errors={errors}
          people={listed.length > 1 || chosen.teamMembers.length > 0 ? listed : []}
          days={days}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <ButtonLink to={waitlistLink({ id: entry.id })} tone="secondary">
            {t('waitlist.back')}
          </ButtonLink>
          <SubmitButton name="intent" value="save" busy={busy} busyText={t('waitlist.saving')}>
            {t('waitlist.save')}
          </SubmitButton>
        </div>
      </Form>
    </Page>
  )
}
