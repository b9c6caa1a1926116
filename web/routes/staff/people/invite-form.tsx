import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import type { Refused } from '#web/staff/answer.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmailField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import { PersonErrors, PersonFields } from './person-fields.tsx'

/** Invites a person by mail. */
export function InviteForm({ people, answer }: { people: Output<'listStaff'>; answer: Refused | undefined }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const error = answer?.errors.email
  return (
    <Card title={t('staffPeople.inviteTitle')} lead={t('staffPeople.inviteLead')}>
      <Form method="post" noValidate className="grid max-w-[32rem] gap-5">
        <PersonErrors answer={answer} />
        <input type="hidden" name="intent" value="invite" />
        <EmailField
          label={t('magic.email')}
          error={error && t(error)}
          autoComplete="off"
          maxLength={254}
          required
        />
        <PersonFields
          people={people}
          answer={answer}
          name=""
          role={people.roles.at(-1) ?? 'practitioner'}
          memberId={null}
        />
        <div>
          <SubmitButton busy={busy} busyText={t('magic.busy')}>
            {t('staffPeople.invite')}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  )
}
