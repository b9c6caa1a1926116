import type { Output } from '#contract/calls.ts'
import type { Role } from '#domain/staff/rights.ts'
import type { Refused } from '#web/staff/answer.ts'
import { roleTexts } from '#web/staff/texts.ts'
import { ErrorSummary, Field, SelectField } from '#web/ui/form/field.tsx'
import { useText } from '#web/ui/text.tsx'

export type Person = Output<'listStaff'>['documents'][number]

type FieldsProps = {
  people: Output<'listStaff'>
  answer: Refused | undefined
  name: string
  role: Role
  memberId: string | null
}

/** Name, role and member of a person. */
export function PersonFields({ people: { members, roles }, answer, name, role, memberId }: FieldsProps) {
  const t = useText()
  const error = answer?.errors.name
  return (
    <>
      <Field
        name="personName"
        label={t('staffPeople.name')}
        error={error && t(error)}
        defaultValue={name}
        autoComplete="off"
        maxLength={100}
        required
      />
      <SelectField name="role" label={t('staffPeople.role')} defaultValue={role}>
        {roles.map((one) => (
          <option key={one} value={one}>
            {t(roleTexts[one])}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="memberId"
        label={t('staffPeople.member')}
        hint={t('staffPeople.memberHint')}
        defaultValue={memberId ?? ''}
      >
        <option value="">{t('staffPeople.memberNone')}</option>
        {members.map((member) => (
          <option key={member.id} value={member.id}>
            {member.name}
          </option>
        ))}
      </SelectField>
    </>
  )
}

export function PersonErrors({ answer }: { answer: Refused | undefined }) {
  const t = useText()
  const errors = Object.entries(answer?.errors ?? {}).map(([name, key]) => [
    name === 'name' ? 'personName' : name,
    t(key),
  ])
  return <ErrorSummary title={t('onboarding.failedTitle')} errors={Object.fromEntries(errors)} />
}
