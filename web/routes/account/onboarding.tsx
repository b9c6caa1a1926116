import { data, useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { DetailsFields } from './details-form.tsx'
import { loadDetails, saveDetails, type DetailErrors, type DetailValues } from './details.server.ts'
import { formOf, goBack, requireGuest } from './guard.ts'
import { reach } from './reach.ts'
import { Form } from '#web/ui/form.tsx'
import type { Route } from './+types/onboarding'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireGuest(args)
  if (scope.guest.detailsPresent) throw goBack(args)
  const { brand, messages, t } = scope
  return {
    ...(await loadDetails(scope)),
    title: `${t('onboarding.title')} · ${brand.title}`,
    company: brand.companyname,
    text: messages(['onboarding']),
  }
}

type Refused = { values: DetailValues | null; errors: DetailErrors }

export async function action(args: Route.ActionArgs) {
  const scope = requireGuest(args)
  const saved = await saveDetails(scope, await formOf(args.request), {
    first: true,
    page: `/onboarding${args.url.search}`,
  })
  if (!saved.ok)
    return data<Refused>({ values: saved.values, errors: saved.errors }, { status: saved.status })
  return goBack(args)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Refused>(serverAction, { values: null, errors: { form: 'onboarding.unavailable' } })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Onboarding({
  loaderData: { title, company, values, dials, locales },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  return (
    <Page title={t('onboarding.title')} lead={t('onboarding.lead', { company })} width="form">
      <title>{actionData ? t('onboarding.failedDocument', { title }) : title}</title>
      <Form
        method="post"
        noValidate
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <DetailsFields
          values={actionData?.values ?? values}
          errors={actionData?.errors}
          dials={dials}
          locales={locales}
          first
        />
        <SubmitButton busy={busy} busyText={t('onboarding.busy')} wide>
          {t('onboarding.submit')}
        </SubmitButton>
      </Form>
    </Page>
  )
}
