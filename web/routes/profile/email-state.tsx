import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { contactLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Card } from '#web/ui/card.tsx'

type EmailProps = { verified: boolean; error: TextKey | undefined }

/** Whether the e-mail address is verified, with a button that sends the verification mail again. */
export function EmailState({ verified, error }: EmailProps) {
  const t = useText()
  const busy = useNavigation().formData?.get('intent') === 'email'
  return (
    <Card
      id="email-state"
      title={t('profile.email')}
      lead={t(verified ? 'profile.emailConfirmed' : 'account.emailUnconfirmed')}
    >
      {!verified && (
        <Form method="post" action={contactLink()} className="grid justify-items-start gap-2">
          <input type="hidden" name="intent" value="email" />
          {error && (
            <p role="alert" className="font-medium text-danger">
              {t(error)}
            </p>
          )}
          <SubmitButton busy={busy} busyText={t('profile.busy')} tone="secondary">
            {t('profile.emailSend')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}
