import type { RenderedOf } from '#contract/content/block.ts'
import { useBlockContext } from '../block-context.tsx'
import icons from './social.svg'

const sites = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['twitter', 'X'],
  ['youtube', 'YouTube'],
  ['tiktok', 'TikTok'],
  ['whatsapp', 'WhatsApp'],
] as const

/**
 * The upper part of the page's footer: the menu again, links to social networks, and the copyright line. The
 * address and contact of the business follow below (`Footer` in web/shell/).
 */
export function Footer1({ block }: { block: RenderedOf<'footer1'> }) {
  const { t, company, year, menu } = useBlockContext()
  const social = sites.filter(([site]) => block[site])
  return (
    <section className="footer-1 border-t border-line bg-surface pb-4 pt-8">
      <div className="wide grid justify-items-center gap-6 text-center">
        {block.navigation && (
          <nav aria-label={t('content.menu')}>
            <ul className="flex flex-wrap justify-center gap-x-6">
              {menu.map(({ to, label, lang }) => (
                <li key={to}>
                  <a
                    href={to}
                    lang={lang}
                    className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {social.length > 0 && (
          <ul aria-label={t('content.social')} className="flex flex-wrap justify-center gap-2">
            {social.map(([site, name]) => (
              <li key={site}>
                <a
                  href={block[site]}
                  rel="noreferrer"
                  aria-label={t('content.socialOn', { company, site: name })}
                  className="grid size-12 place-items-center rounded-full text-muted hover:bg-brand-soft hover:text-on-brand-soft"
                >
                  <svg aria-hidden="true" width="24" height="24" className="icon stroke-[1.75]">
                    <use href={`${icons}#${site}`} />
                  </svg>
                </a>
              </li>
            ))}
          </ul>
        )}
        <p className="text-sm text-muted">{`© ${year} ${company}`}</p>
      </div>
    </section>
  )
}
