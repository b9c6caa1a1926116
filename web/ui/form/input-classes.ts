/** The classes of an input or select. In a file of its own: error pages have a search and no other fields. */
export const inputClasses =
  'min-h-11 w-full rounded border border-control bg-surface px-3 py-2 text-base text-text ' +
  'aria-invalid:border-danger aria-invalid:border-2'
