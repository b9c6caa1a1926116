import { securityLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Button } from '#web/ui/button.tsx'

/** A button that leads to sign-in and back to `to`. */
export function ReauthenticateLink({ to }: { to: string }) {
  const t = useText()
  return (
    <Form method="post" action={securityLink()} className="grid justify-items-start gap-3">
      <p>{t('profile.again')}</p>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="to" value={to} />
      <Button tone="secondary">{t('profile.againButton')}</Button>
    </Form>
  )
}
