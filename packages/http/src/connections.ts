/** How many connections clients may have, so that they leave files and connections for the ledger and its nodes. */

/** Of the files that a process may have open. */
const SHARE = 0.75

interface Limits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } }
}

/** Undefined where the system sets no limit, or does not tell it (Windows). */
export function mostConnections(report = process.report.getReport() as Limits): number | undefined {
  const files = Number(report.userLimits?.open_files?.soft)
  return Number.isFinite(files) ? Math.floor(files * SHARE) : undefined
}
