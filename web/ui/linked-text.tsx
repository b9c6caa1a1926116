import { Link } from './link.tsx'

const look = 'font-medium text-brand-text underline underline-offset-4'

/** A text in which the words between `<a>` and `</a>` lead to `to`: a path of ours, an https or a mailto address. */
export function LinkedText({ text, to }: { text: string; to: string | undefined }) {
  const [before = '', words, after = ''] = text.split(/<\/?a>/)
  if (!to || words === undefined) return text
  return (
    <>
      {before}
      {to.startsWith('/') ? (
        <Link to={to} className={look}>
          {words}
        </Link>
      ) : (
        <a href={to} className={look}>
          {words}
        </a>
      )}
      {after}
    </>
  )
}
