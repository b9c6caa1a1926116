import { Printer } from 'lucide'
import { termsLink } from '#contract/links.ts'
import { CallError } from '#contract/errors.ts'
import type { PageContext, PublicPage } from '#contract/page.ts'
import { createDateText } from '#domain/date-text.ts'
import { intlLocale } from '#domain/language.ts'
import { vatIncluded, type VatRate } from '#domain/vat.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { breadcrumbData } from '#web/request/structured-data.server.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { Page } from '#web/ui/page.tsx'
import { Logo } from '#web/ui/brand-mark.tsx'
import { buildChapters, type Chapter } from './chapters.ts'
import type { Route } from './+types/terms'

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  const {
    brand: { companyname: company, mark, email },
    call,
    dateLanguage,
    t,
  } = ctx
  const [{ effective_date: since }, finance, rates] = await Promise.all([
    call('getTenant', {}),
    call('getFinance', {}).catch(nullOnServerError),
    loadRates(ctx).catch(nullOnServerError),
  ])
  // Formatted in UTC, since a date without a time is the same day everywhere.
  const date = since
    ? createDateText(intlLocale(dateLanguage), { dateStyle: 'long', timeZone: 'UTC' })(Date.parse(since))
    : t('terms.noDate')
  const page: PublicPage = {
    path: termsLink(),
    title: t('terms.title'),
    description: t('terms.description', { company }),
    kind: 'website',
    picture: null,
    data: [breadcrumbData(ctx, [{ name: t('terms.title'), path: termsLink() }])],
  }
  ctx.setMetadata(page)
  return {
    head: publicHead(ctx, page),
    company,
    mark,
    email,
    // Translated on the server, so that the browser gets no message catalogue for this page.
    say: {
      title: t('terms.title'),
      lead: t('terms.lead', { company }),
      updated: t('terms.updated', { date }),
      contents: t('terms.contents'),
      print: t('terms.print'),
    },
    chapters: buildChapters({
      ...ctx,
      finance,
      pricesIncludeVat: finance && rates && vatIncluded(rates, finance.vat_percent),
    }),
  }
}

/** The VAT rates of all that this guest can buy, as `vatIncluded` takes them. */
async function loadRates(ctx: PageContext): Promise<(VatRate | undefined)[]> {
  const { brand, call } = ctx
  if (!brand.signIn) return []
  const [services, products] = await Promise.all([
    call('listServices', { active: 'true' }),
    brand.shop ? call('listProducts', {}) : null,
  ])
  return [
    ...services.documents.flatMap(({ vatRate, addons }) => [vatRate, ...addons.map((one) => one.vatRate)]),
    ...(products?.documents.map(({ vatRate }) => vatRate) ?? []),
  ]
}

/**
 * Terms without the cancellation fee are better than none, unlike pages with prices. Errors other than
 * `server/internal` are thrown, so that the guest can retry.
 */
function nullOnServerError(error: unknown): null {
  if (error instanceof CallError && error.code === 'server/internal') return null
  throw error
}

export const meta = (args: Route.MetaArgs) => publicMeta(args)

export default function Terms({ loaderData: { company, mark, email, say, chapters } }: Route.ComponentProps) {
  return (
    <div className="print-without-footer">
      {mark && (
        <div className="mx-auto mt-8 w-fit px-4 sm:mt-10">
          <Logo mark={mark} alt={company} className="h-12 max-w-full" />
        </div>
      )}
      <Page title={say.title} lead={say.lead} width="reading">
        <div className="flex min-h-16 flex-wrap items-center gap-x-6 border-y border-line py-2 text-muted">
          <p>{say.updated}</p>
          <a
            href={`mailto:${email}`}
            className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
          >
            {email}
          </a>
          <Button
            type="button"
            tone="quiet"
            className="scripted no-print ml-auto px-0!"
            onClick={() => print()}
          >
            <Icon of={Printer} size={18} />
            <span>{say.print}</span>
          </Button>
        </div>
        <nav aria-labelledby="contents" className="no-print mt-8">
          <h2 id="contents" className="text-xl">
            {say.contents}
          </h2>
          <ol className="mt-2 grid sm:grid-cols-2">
            {chapters.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center gap-2 text-brand-text underline underline-offset-4"
                >{`${index + 1}. ${title}`}</a>
              </li>
            ))}
          </ol>
        </nav>
        {chapters.map((chapter, index) => (
          <Section key={chapter.id} chapter={chapter} number={index + 1} />
        ))}
      </Page>
    </div>
  )
}

const Section = ({ chapter: { id, title, parts }, number }: { chapter: Chapter; number: number }) => (
  <section aria-labelledby={id} className="mt-10 grid gap-3">
    <h2 id={id} className="text-2xl">{`${number}. ${title}`}</h2>
    {parts.map(({ text, to, items }) => (
      <div key={text} className="grid gap-2">
        <p>
          <LinkedText text={text} to={to} />
        </p>
        {items && (
          <ul className="grid list-disc gap-2 pl-6">
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </div>
    ))}
  </section>
)
