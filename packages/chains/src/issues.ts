/** Whether an account issues the asset `CODE:issuer`. */
export const issues = (address: string, asset: string): boolean =>
  asset.slice(asset.indexOf(':') + 1) === address
