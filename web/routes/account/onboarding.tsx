import { data, useNavigation } from 'react-router'
import { onboardingLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { DocumentTitle, Page } from '#web/ui/page.tsx'
import { DetailsFields } from '#web/guest/details-form.tsx'
import { loadDetails, saveDetails, type DetailErrors, type DetailValues } from '#web/guest/details.server.ts'
import { readForm, redirectBack, requireGuest } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { Route } from './+types/onboarding'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireGuest(args)
  if (ctx.guest.detailsPresent) throw redirectBack(args)
  const { brand, messages, t } = ctx
  return {
    ...(await loadDetails(ctx)),
    title: `${t('onboarding.title')} · ${brand.title}`,
    company: brand.companyname,
    asksSms: brand.sms,
    text: messages(['onboarding']),
  }
}

type FormRejection = { values: DetailValues | null; errors: DetailErrors }

export async function action(args: Route.ActionArgs) {
  const ctx = requireGuest(args)
  const saved = await saveDetails(ctx, await readForm(args.request), {
    first: true,
    page: onboardingLink() + args.url.search,
  })
  if (!saved.ok)
    return data<FormRejection>({ values: saved.values, errors: saved.errors }, { status: saved.status })
  return redirectBack(args)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<FormRejection>(serverAction, { values: null, errors: { form: 'onboarding.unavailable' } })

export default function Onboarding({
  loaderData: { title, company, values, dialCodes, locales, asksTerms, asksSms },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  return (
    <Page title={t('onboarding.title')} lead={t('onboarding.lead', { company })} width="form">
      <DocumentTitle title={title} failed={actionData !== undefined} />
      <Form
        method="post"
        noValidate
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <DetailsFields
          values={actionData?.values ?? values}
          errors={actionData?.errors}
          dialCodes={dialCodes}
          locales={locales}
          first
          asksTerms={asksTerms}
          asksSms={asksSms}
        />
        <SubmitButton busy={busy} busyText={t('onboarding.busy')} wide>
          {t('onboarding.submit')}
        </SubmitButton>
      </Form>
    </Page>
  )
}
