/** Another process owns the folder; `holder` is its pid. */
export class EmbeddedRefused extends Error {
  readonly holder: number
  constructor(folder: string, holder: number) {
    super(
      `The database folder ${folder} is in use by process ${holder}; stop that one first, or give this one another DATA_DIR.`,
    )
    this.name = 'EmbeddedRefused'
    this.holder = holder
  }
}

/** The embedded PostgreSQL cannot run here; the message is a sentence for the operator. */
export class EmbeddedUnavailable extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'EmbeddedUnavailable'
  }
}
