/** How long a transaction waits for those with earlier sequences: they are on their way too. Tests change it. */
export const patience = { predecessorsMs: 5_000, lookMs: 100 }
