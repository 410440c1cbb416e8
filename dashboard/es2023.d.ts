// Newer than the library of the type checker that Debian has, older than any browser that is still looked after.

interface Array<T> {
  findLast(test: (value: T, index: number) => unknown): T | undefined;
  findLastIndex(test: (value: T, index: number) => unknown): number;
}
