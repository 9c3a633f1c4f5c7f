/** What we use of the synthesiser; the package brings no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  function loadEspeak(): Promise<loadEspeak.EspeakModule>;

  namespace loadEspeak {
    interface EspeakWorker {
      readonly samplerate: number;
      /** 0 when the voice exists; `+f2` or `+m3` after the language chooses a variant. */
      set_voice(name: string): number;
      /** Calls back with each stretch of 16-bit samples; going on is asked for with `false`. */
      synthesize(text: string, onAudio: (samples: Int16Array) => boolean): void;
    }

    interface EspeakModule {
      readonly eSpeakNGWorker: new () => EspeakWorker;
    }
  }

  export = loadEspeak;
}
