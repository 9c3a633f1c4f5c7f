/** A file that can be inspected without reading all of it. */
export interface ReadableFile {
  readonly size: number;
  /** Returns fewer bytes at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** The tracks of a container, with the container's own names for codecs. */
export interface Tracks {
  readonly isCutShort: boolean;
  readonly seconds: number | undefined;
  /** In pixels. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly video: string | undefined;
  readonly audio: string | undefined;
}
