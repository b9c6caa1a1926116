import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { peopleLink } from '#contract/links.ts'
import { rights, rightsOf, scopesOf } from '#domain/staff/rights.ts'
import type { Refused } from '#web/staff/answer.ts'
import { rightTexts, scopeTexts } from '#web/staff/texts.ts'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import { PersonErrors, PersonFields, type Person } from './person-fields.tsx'

type PersonFormProps = { person: Person; people: Output<'listStaff'>; answer: Refused | undefined }

/** Changes a person: name, role, member, and single rights. */
export function PersonForm({ person, people, answer }: PersonFormProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const { id, name, role, memberId } = person
  return (
    <Card title={t('staffPeople.changeTitle', { name })}>
      <Form method="post" action={peopleLink({ edit: id })} noValidate className="grid max-w-[40rem] gap-5">
        <PersonErrors answer={answer} />
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={id} />
        <PersonFields people={people} answer={answer} name={name} role={role} memberId={memberId} />
        {role !== 'owner' && <SingleRights person={person} />}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy={busy} busyText={t('onboarding.busy')}>
            {t('account.save')}
          </SubmitButton>
          <ButtonLink to={peopleLink()} tone="secondary">
            {t('staffPeople.back')}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}

/** Each right by itself; without a choice it is that of the role. */
function SingleRights({ person: { role, rights: overrides } }: { person: Person }) {
  const t = useText()
  const usual = rightsOf(role, {})
  return (
    <Fold summary={t('staffPeople.rights')} open={Object.keys(overrides).length > 0}>
      <div className="grid gap-4 px-4 pb-4">
        <p className="text-sm text-muted">{t('staffPeople.rightsLead')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {rights.map((right) => {
            const { scopes, required } = scopesOf[right]
            return (
              <SelectField
                key={right}
                name={`right-${right}`}
                label={t(rightTexts[right])}
                defaultValue={overrides[right] ?? ''}
              >
                <option value="">
                  {t('staffPeople.asRole', { scope: t(scopeTexts[usual[right] ?? 'none']) })}
                </option>
                {[...scopes, ...(required ? [] : ['none' as const])].map((scope) => (
                  <option key={scope} value={scope}>
                    {t(scopeTexts[scope])}
                  </option>
                ))}
              </SelectField>
            )
          })}
        </div>
      </div>
    </Fold>
  )
}
