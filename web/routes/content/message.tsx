import { data } from 'react-router'
import { landingLink } from '#contract/links.ts'
import { MessageFrame } from '#web/content/message/message-frame.tsx'
import { messageDocument } from '#web/content/message/message-document.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { useText } from '#web/ui/text.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { WaysOn } from '#web/ui/ways-on.tsx'
import type { Route } from './+types/message'

/** A message of the tenant, readable by anyone with its link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, brand, messages, t } = getPageContext(context)
  const message = await call('getMessage', { id: params.messageId }).catch(nullIfNotFound)
  const language = message?.data.preferredLanguage ?? brand.defaultLanguage
  const document = message && messageDocument(message.html, language, brand.mood)
  const heading = t(document ? 'message.title' : 'message.missingTitle', { company: brand.companyname })
  return data(
    {
      document,
      heading,
      company: brand.companyname,
      title: `${heading} · ${brand.title}`,
      text: messages(['message']),
    },
    { status: document ? 200 : 404 },
  )
}

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function Message({ loaderData: { document, heading, company } }: Route.ComponentProps) {
  const t = useText()
  if (!document)
    return (
      <Page title={heading} lead={t('message.missing', { company })} width="form">
        <ButtonLink to={landingLink()}>{t('error.goHome')}</ButtonLink>
        <WaysOn />
      </Page>
    )
  return (
    <Page title={heading}>
      <MessageFrame key={document} document={document} title={heading} />
    </Page>
  )
}
