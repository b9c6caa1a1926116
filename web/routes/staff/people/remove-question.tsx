import { useNavigation } from 'react-router'
import { peopleLink } from '#contract/links.ts'
import type { Refused } from '#web/staff/answer.ts'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useText } from '#web/ui/text.tsx'
import { PersonErrors, type Person } from './person-fields.tsx'

/** Asks before a person is removed. */
export function RemoveQuestion({
  person: { id, name },
  answer,
}: {
  person: Person
  answer: Refused | undefined
}) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  return (
    <Card title={t('staffPeople.removeTitle', { name })} lead={t('staffPeople.removeLead', { name })}>
      <Form method="post" action={peopleLink({ remove: id })} className="grid gap-4">
        <PersonErrors answer={answer} />
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={id} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton tone="danger" busy={busy} busyText={t('shell.wait')}>
            {t('profile.passkeyRemoveOf', { name })}
          </SubmitButton>
          <ButtonLink to={peopleLink()} tone="secondary">
            {t('staffPeople.back')}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  )
}
