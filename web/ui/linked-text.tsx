import { Link } from './link.tsx'

const linkClasses = 'font-medium text-brand-text underline underline-offset-4'

/**
 * A text whose part between `<a>` and `</a>` links to `to`: a path of this site, an https or a mailto URL.
 */
export function LinkedText({ text, to }: { text: string; to: string | undefined }) {
  const [before = '', words, after = ''] = text.split(/<\/?a>/)
  if (!to || words === undefined) return <span>{text}</span>
  return (
    <>
      {before && <span>{before}</span>}
      {to.startsWith('/') ? (
        <Link to={to} className={linkClasses}>
          {words}
        </Link>
      ) : (
        <a href={to} className={linkClasses}>
          {words}
        </a>
      )}
      {after && <span>{after}</span>}
    </>
  )
}
